// What must hold for every page of the book, in the order in which it is printed.
import { page as pageChecks, paper } from "./page.mjs";
import { faults } from "./faults.mjs";
import { figures, PLAYED } from "./figures.mjs";
import { predictions } from "./predictions.mjs";
import { quizzes } from "./quizzes.mjs";

/** So many pages at once: a page waits for its own animations most of the time. */
const AT_ONCE = 3;

/** Looks at every chapter that the sidebar lists. */
export async function look(browser, url, axe) {
    const report = { passed: 0, failed: 0 };
    const pages = await chapters(url);
    tell(report, "book", "the sidebar lists chapters", pages.length > 0 ? [] : ["it lists none"]);
    const looked = await sideBySide(pages, (name) => chapter(browser, url, name, axe));
    for (const { lines, passed, failed } of looked) {
        lines.forEach((line) => console.log(line));
        report.passed += passed;
        report.failed += failed;
    }
    const visit = visitor(browser, url, report);
    tell(report, "print.html", "on paper all chapters are whole", await visit("print.html", {}, paper));
    // A book whose figures have vanished must not pass for want of figures.
    tell(report, "book", "has figures and predictions", [
        ...(looked.some((page) => page.figures > 0) ? [] : ["no figure on any page"]),
        ...(looked.some((page) => page.predictions > 0) ? [] : ["no prediction on any page"]),
    ]);
    const noise = looked.flatMap((page) => page.noise).concat(visit.noise);
    tell(report, "book", "every page was quiet: no error, nothing from another host", noise);
    return report;
}

/** Everything about one chapter; its lines are printed when those before it have been. */
async function chapter(browser, url, name, axe) {
    const report = { passed: 0, failed: 0, lines: [], figures: 0, predictions: 0, noise: [] };
    const visit = visitor(browser, url, report);
    const say = (what, wrong) => tell(report, name, what, wrong);
    await pageChecks(visit, name, axe, say);
    const counted = await visit(name, {}, (page) =>
        page.evaluate((played) => ({
            figures: document.querySelectorAll(played).length,
            predictions: document.querySelectorAll(".predict").length,
            quizzes: document.querySelectorAll(".quiz").length,
        }), PLAYED));
    if (counted === null) {
        return report;
    }
    if (counted.figures > 0) {
        await figures(visit, name, say);
    }
    if (counted.predictions > 0) {
        await predictions(visit, name, say);
    }
    if (counted.quizzes > 0) {
        await quizzes(visit, name, say);
    }
    return Object.assign(report, { figures: counted.figures, predictions: counted.predictions, noise: visit.noise });
}

/** Does the work for every item, some at once; the results stand in the order of the items. */
async function sideBySide(items, work) {
    const results = [];
    let next = 0;
    const worker = async () => {
        while (next < items.length) {
            const at = next++;
            results[at] = await work(items[at]);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return results;
}

/** The fixture's one page, which has a question of every kind: good as it is, and spoilt in many ways. */
export async function prove(browser, url, axe, report) {
    const visit = visitor(browser, url, report);
    const name = "one.html";
    const say = (what, wrong) => tell(report, "fixture", what, wrong);
    await pageChecks(visit, name, axe, say);
    await quizzes(visit, name, say);
    tell(report, "fixture", "the page was quiet", visit.noise);
    // A fault may also break the check that looks for it, which is as good as a complaint.
    await faults(() => visitor(browser, url, null), name, axe, say);
}

/** Prints one check. `null` is one that could not be carried out, and was told by the visit. */
function tell(report, page, what, wrong) {
    if (wrong === null) {
        return;
    }
    const good = wrong.length === 0;
    report[good ? "passed" : "failed"] += 1;
    print(report, `${good ? "ok    " : "FAILED"} ${page}: ${what}`);
    wrong.forEach((line) => print(report, `         ${line}`));
}

/** At once, or when its turn comes. */
function print(report, line) {
    if (report.lines) {
        report.lines.push(line);
    } else {
        console.log(line);
    }
}

/** Opens a page in a context of its own, listens to what it complains of, and closes it. */
function visitor(browser, url, report) {
    const noise = [];
    const home = new URL(url).host;
    const open = async (name, { width = 1200, theme = "light", timeout = 15_000, rewrite, ...options }) => {
        const context = await browser.newContext({ viewport: { width, height: 800 }, ...options });
        context.setDefaultTimeout(timeout);
        // Not for a page without scripts, which has no store.
        await context.addInitScript((chosen) => localStorage.setItem("mdbook-theme", chosen), theme);
        const page = await context.newPage();
        if (rewrite) {
            await page.route(/\.html$/, async (route) => {
                const response = await route.fetch();
                await route.fulfill({ response, body: rewrite(await response.text()) });
            });
        }
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
        return { context, page };
    };
    const visit = async (name, options, act) => {
        const { context, page } = await within(60, open(name, options));
        try {
            await page.goto(url + name, { waitUntil: "load" });
            return await within(60, act(page, context));
        } catch (error) {
            const why = `a check could not be carried out: ${error.message.split("\n")[0]}`;
            if (report === null) {
                return [why];
            }
            report.failed += 1;
            print(report, `FAILED ${name}: ${why}`);
            return null;
        } finally {
            await within(60, context.close());
        }
    };
    return Object.assign(visit, { noise });
}

/** Some waits in a browser have no end of their own. */
async function within(seconds, work) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`the browser does not answer in ${seconds} s`)), seconds * 1000);
    });
    try {
        return await Promise.race([work, late]);
    } finally {
        clearTimeout(timer);
    }
}

/** The pages that mdBook's table of contents links to. It is read, not opened: a bare page makes browsers ask for an icon. */
async function chapters(url) {
    const answer = await fetch(`${url}toc.html`);
    const html = answer.ok ? await answer.text() : "";
    const pages = Array.from(html.matchAll(/<a\b[^>]*\bhref="([^"#]+\.html)[^"]*"/g), ([, page]) => page);
    return [...new Set(pages)];
}
