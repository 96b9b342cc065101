// What must hold for every page of the book, in the order in which it is printed.
import { faults } from "./faults.mjs";
import { figures, PLAYED } from "./figures.mjs";
import { page as pageChecks, paper } from "./page.mjs";
import { handsOn, predictions, served } from "./predictions.mjs";
import { quizzes } from "./quizzes.mjs";

/** So many pages are open at once: a page waits for its own animations half of the time, and two cores
 * draw the others. */
const AT_ONCE = 4;

/** The longest checks walk through every figure of a long page, and take 50 s beside three others on a
 * busy machine: whoever says nothing for so long has hung. */
const SECONDS = 180;

/** The browser gave no answer: that says nothing about the page yet. */
class NoAnswer extends Error {
    silent = true;

    constructor(seconds) {
        super(`the browser does not answer in ${seconds} s`);
    }
}

/** Looks at every chapter that the sidebar lists. */
export async function look(start, url, axe) {
    const report = reporter();
    const visit = visitor(start, url);
    const pages = await chapters(url);
    report.tell("book", "the sidebar lists chapters", pages.length > 0 ? [] : ["it lists none"]);
    const counts = await Promise.all(pages.map((name) => visit(name, {}, count)));
    pages.forEach((name, at) => {
        const say = (what, wrong) => report.tell(name, what, wrong);
        pageChecks(visit, name, axe, say);
        if (counts[at].figures > 0) figures(visit, name, say);
        if (counts[at].predictions > 0) predictions(visit, name, say);
        if (counts[at].quizzes > 0) quizzes(visit, name, say);
    });
    report.tell("print.html", "on paper all chapters are whole", visit("print.html", {}, paper));
    // A book whose figures have vanished must not pass for want of figures.
    report.tell("book", "has figures and predictions", [
        ...(counts.some((page) => page.figures > 0) ? [] : ["no figure on any page"]),
        ...(counts.some((page) => page.predictions > 0) ? [] : ["no prediction on any page"]),
    ]);
    await report.done();
    report.tell("book", "every page was quiet: no error, nothing from another host", visit.noise);
    await report.done();
    return report;
}

function count(page) {
    return page.evaluate((played) => ({
        figures: document.querySelectorAll(played).length,
        predictions: document.querySelectorAll(".predict").length,
        quizzes: document.querySelectorAll(".quiz").length,
    }), PLAYED);
}

/** The fixture's one page, which has a question of every kind: good as it is, and spoilt in many ways. */
export async function prove(start, url, axe, report) {
    const visit = visitor(start, url);
    const name = "one.html";
    const say = (what, wrong) => report.tell("fixture", what, wrong);
    pageChecks(visit, name, axe, say);
    quizzes(visit, name, say);
    predictions(visit, name, say);
    say("a page of `cargo book` hands on what a run refuted", visit(name, { rewrite: served }, handsOn));
    await report.done();
    report.tell("fixture", "the page was quiet", visit.noise);
    hangs(visitor(start, url, 20), name, say);
    // A fault may also break the check that looks for it, which is as good as a complaint.
    faults(() => visitor(start, url), name, axe, say);
    await report.done();
}

/** A page that hangs is looked at once more, and only once. */
function hangs(visit, name, tell) {
    let times = 0;
    const once = visit(name, {}, (page) => {
        times += 1;
        return times === 1 ? page.evaluate(() => new Promise(() => {})) : [];
    });
    tell("a page that hangs once is looked at again", once.then(() => (tries.get(once) === 2 ? [] : ["it was not"])));
    const always = visit(name, {}, (page) => page.evaluate(() => new Promise(() => {})));
    tell("one that hangs again is a failure", always.then(() => ["it was none"], (error) =>
        error.silent ? [] : [error.message]));
    const complains = visit(name, {}, (page) => page.click(".no-such-thing", { timeout: 1_000 }));
    tell("one that answers and fails is not looked at again", complains.then(() => ["it passed"], () =>
        tries.get(complains) === 2 ? ["it was"] : []));
}

/** Checks run side by side, and are told in the order in which they were named. */
function reporter() {
    const report = { passed: 0, failed: 0 };
    let told = Promise.resolve();
    report.tell = (page, what, looking) => {
        const found = Promise.resolve(looking).catch((error) => [error.message]);
        told = told.then(async () => {
            const wrong = await found;
            const good = wrong.length === 0;
            report[good ? "passed" : "failed"] += 1;
            const again = tries.get(looking) === 2 ? " (second try: the browser had not answered)" : "";
            console.log(`${good ? "ok    " : "FAILED"} ${page}: ${what}${again}`);
            wrong.forEach((line) => console.log(`         ${line}`));
        });
    };
    report.done = () => told;
    return report;
}

let open = 0;
const waiting = [];

/** Does the work when fewer than `AT_ONCE` others are being done. */
async function inTurn(work) {
    if (open < AT_ONCE) {
        open += 1;
    } else {
        await new Promise((go) => waiting.push(go));
    }
    try {
        return await work();
    } finally {
        // Its place goes to the next in the queue, if there is one, and stays taken.
        const next = waiting.shift();
        if (next) {
            next();
        } else {
            open -= 1;
        }
    }
}

/** How many tries a visit took. */
const tries = new WeakMap();

/** Opens a page in a context of its own, listens to what it complains of, and closes it. `start` gives the
 * browser that the checks share, or starts a new one. */
function visitor(start, url, seconds = SECONDS) {
    const noise = [];
    const home = new URL(url).host;
    const load = async (browser, noise, name, { width = 1200, theme = "light", timeout = 15_000, rewrite, ...options }) => {
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
    const once = async (browser, heard, name, options, act) => {
        let context;
        try {
            const loaded = await within(seconds, load(browser, heard, name, options));
            context = loaded.context;
            await within(seconds, loaded.page.goto(url + name, { waitUntil: "load", timeout: 0 }));
            return await within(seconds, act(loaded.page, context));
        } catch (error) {
            if (error.silent) throw error;
            throw new Error(`the check could not be carried out: ${error.message.split("\n")[0]}`);
        } finally {
            // A page that hangs does not close either, and has been given up.
            const closed = context && within(seconds / 3, context.close());
            await closed?.catch(() => {});
        }
    };
    const visit = (name, options, act) => {
        const visited = inTurn(async () => {
            const heard = [];
            try {
                return await once(await start.shared(), heard, name, options, act);
            } catch (error) {
                if (!error.silent) throw error;
            } finally {
                noise.push(...heard);
            }
            // Once more in a browser of its own: what hung may have been the machine. A page that hangs
            // always hangs there as well.
            tries.set(visited, 2);
            const browser = await start.another();
            try {
                return await once(browser, noise, name, options, act);
            } catch (error) {
                if (error.silent) error.message += ", nor does a new one";
                throw error;
            } finally {
                start.stop(browser);
            }
        });
        return visited;
    };
    return Object.assign(visit, { noise });
}

/** Some waits in a browser have no end of their own. */
async function within(seconds, work) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new NoAnswer(seconds)), seconds * 1000);
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
