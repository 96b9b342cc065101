// Broken code: nobody carries it away by accident.

/** Lines of broken listings that a selection takes along as if they were right. */
export async function copies(page) {
    return page.evaluate(() => {
        const wrong = [];
        for (const listing of document.querySelectorAll(".listing.broken")) {
            const name = listing.querySelector("figcaption code").textContent;
            if (!listing.querySelector(".broken-banner")?.checkVisibility()) wrong.push(`${name}: nothing says that it is broken`);
            if (listing.querySelector(".clip-button")?.checkVisibility()) wrong.push(`${name}: it has a copy button`);
            const selection = getSelection();
            selection.selectAllChildren(listing.querySelector("pre"));
            const clean = selection.toString().split("\n").find((line) => line.trim() !== "" && !line.startsWith("×"));
            if (clean !== undefined) wrong.push(`${name}: \`${clean.trim()}\` copies cleanly`);
            selection.removeAllRanges();
        }
        return wrong;
    });
}
