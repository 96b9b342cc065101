// What must hold for every page of the book, in the order in which it is printed.
import { page as pageChecks } from "./page.mjs";
import { figures } from "./figures.mjs";
import { predictions } from "./predictions.mjs";

/** Looks at every chapter that the sidebar lists. */
export async function look(browser, url, axe) {
    const report = { passed: 0, failed: 0 };
    const visit = visitor(browser, url, report);
    const pages = await chapters(visit);
    tell(report, "book", "the sidebar lists chapters", pages.length > 0 ? [] : ["it lists none"]);
    let seen = { figures: 0, predictions: 0 };
    for (const name of pages) {
        await pageChecks(visit, name, axe, (what, wrong) => tell(report, name, what, wrong));
        const counted = await visit(name, {}, (page) =>
            page.evaluate(() => ({
                figures: document.querySelectorAll("figure.trace").length,
                predictions: document.querySelectorAll(".predict").length,
            })));
        if (counted.figures > 0) {
            await figures(visit, name, (what, wrong) => tell(report, name, what, wrong));
        }
        if (counted.predictions > 0) {
            await predictions(visit, name, (what, wrong) => tell(report, name, what, wrong));
        }
        seen = {
            figures: seen.figures + counted.figures,
            predictions: seen.predictions + counted.predictions,
        };
    }
    // A book whose figures have vanished must not pass for want of figures.
    tell(report, "book", "has figures and predictions", [
        ...(seen.figures > 0 ? [] : ["no figure on any page"]),
        ...(seen.predictions > 0 ? [] : ["no prediction on any page"]),
    ]);
    tell(report, "book", "every page was quiet: no error, nothing from another host", visit.noise);
    return report;
}

function tell(report, page, what, wrong) {
    const good = wrong.length === 0;
    report[good ? "passed" : "failed"] += 1;
    console.log(`${good ? "ok    " : "FAILED"} ${page}: ${what}`);
    wrong.forEach((line) => console.log(`         ${line}`));
}

/** Opens a page in a context of its own, listens to what it complains of, and closes it. */
function visitor(browser, url, report) {
    const noise = [];
    const home = new URL(url).host;
    const visit = async (name, { width = 1200, theme = "light", ...options }, act) => {
        const context = await browser.newContext({ viewport: { width, height: 800 }, ...options });
        context.setDefaultTimeout(15_000);
        // Not for a page without scripts, which has no store.
        await context.addInitScript((chosen) => localStorage.setItem("mdbook-theme", chosen), theme);
        const page = await context.newPage();
        page.on("console", (message) => {
            if (message.type() === "error") noise.push(`${name}: console: ${message.text()}`);
        });
        page.on("pageerror", (error) => noise.push(`${name}: ${error.message}`));
        page.on("request", (request) => {
            const asked = new URL(request.url());
            if (asked.protocol !== "data:" && asked.host !== home) noise.push(`${name}: asks ${asked.host}`);
        });
        page.on("response", (response) => {
            if (response.status() >= 400) noise.push(`${name}: ${response.status()} for ${response.url()}`);
        });
        try {
            await page.goto(url + name, { waitUntil: "load" });
            return await act(page, context);
        } catch (error) {
            report.failed += 1;
            console.log(`FAILED ${name}: a check could not be carried out: ${error.message.split("\n")[0]}`);
            return {};
        } finally {
            await context.close();
        }
    };
    return Object.assign(visit, { noise });
}

async function chapters(visit) {
    const listed = await visit("toc.html", { javaScriptEnabled: false }, (page) =>
        page.evaluate(() =>
            Array.from(document.querySelectorAll("a[href]"), (link) => link.getAttribute("href").split("#")[0])));
    return Array.isArray(listed) ? [...new Set(listed.filter((href) => href.endsWith(".html")))] : [];
}
