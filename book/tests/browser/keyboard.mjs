// Whoever has no mouse: Tab comes to everything that can be used, and shows where it is.

/** Everything on the page that a mouse can use and Tab does not come to. */
export async function reaches(page) {
    await page.evaluate(() => {
        document.querySelectorAll(".predict-skip").forEach((button) => button.click());
        document.querySelectorAll("main details").forEach((box) => { box.open = true; });
        document.body.tabIndex = -1;
        document.body.focus();
    });
    const wanted = await page.evaluate(mark);
    const seen = new Set();
    const dim = new Set();
    // Each stop once, and some more for what the browser itself puts between.
    for (let presses = 0; presses < wanted.length + 40 && seen.size < wanted.length; presses += 1) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(focused);
        if (stop?.mark) seen.add(stop.mark);
        if (stop && !stop.seen) dim.add(stop.what);
    }
    const missed = wanted.filter(({ mark: number }) => !seen.has(number)).map(({ what }) => `Tab does not reach ${what}`);
    const unseen = Array.from(dim, (what) => `the focus on ${what} cannot be seen`);
    return [...missed, ...unseen].slice(0, 6);
}

/** mdBook's sidebar is opened and closed by the button that we put in its toggle's place. */
export async function toggles(page) {
    const wrong = [];
    const state = () => page.evaluate(() => ({
        told: document.getElementById("mdbook-sidebar-toggle")?.getAttribute("aria-expanded"),
        shown: document.querySelector("#mdbook-sidebar a")?.checkVisibility({ visibilityProperty: true }) === true,
    }));
    for (const [key, first] of [["Enter", true], [" ", false]]) {
        await page.locator("button#mdbook-sidebar-toggle").focus();
        const before = await state();
        if (before.told !== String(before.shown)) wrong.push(`it says ${before.told} where the sidebar is ${before.shown ? "" : "not "}shown`);
        await page.keyboard.press(key);
        await page.waitForFunction((old) =>
            document.querySelector("#mdbook-sidebar a")?.checkVisibility({ visibilityProperty: true }) !== old, before.shown, { timeout: 3_000 })
            .catch(() => wrong.push(`${first ? "Enter" : "Space"} does not move the sidebar`));
    }
    return wrong;
}

/** Numbers what can be used. Of radios with one name Tab reaches one. */
function mark() {
    const names = "a[href], button, input, select, textarea, summary, label[for], [role=button], [onclick], [tabindex='0']";
    const groups = new Set();
    const wanted = [];
    for (const element of document.querySelectorAll(names)) {
        const usable = element.checkVisibility({ visibilityProperty: true }) && !element.disabled
            && !element.closest("fieldset:disabled, [inert], [aria-hidden=true]");
        // mdBook keeps its checkbox for the sidebar off the screen; a button of ours stands for it.
        const own = element.matches("#mdbook-sidebar-toggle-anchor, input[type=hidden]");
        const named = element.matches("label") && element.control?.checkVisibility();
        const box = element.getBoundingClientRect();
        if (!usable || own || named || box.width === 0) continue;
        const group = element.type === "radio" ? `${element.form?.className} ${element.name}` : "";
        if (group !== "" && groups.has(group)) continue;
        groups.add(group);
        const number = String(wanted.length + 1);
        element.dataset.stop = number;
        if (group !== "") {
            document.querySelectorAll(`input[name="${element.name}"]`).forEach((one) => { one.dataset.stop = number; });
        }
        const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
        wanted.push({ mark: number, what: `<${element.localName}> ${(text || element.name || element.id).slice(0, 40)}` });
    }
    return wanted;
}

/** Where the focus is, and whether an outline shows it. Outside `main` mdBook draws its own. */
function focused() {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element);
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    return {
        mark: element.dataset.stop,
        what: `<${element.localName}> ${(element.textContent || element.name || "").trim().slice(0, 40)}`,
        seen: outlined || element.closest("main") === null,
    };
}
