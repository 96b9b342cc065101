// Checks that never fail prove nothing: each fault is put into a good page, and the check that
// watches for it must complain.
import { copies } from "./broken.mjs";
import { along, arrowsInside, each, gaps, stepped, veil } from "./figures.mjs";
import { reaches, toggles } from "./keyboard.mjs";
import { accessible, fits, paper, plain } from "./page.mjs";
import { handsOn, recorded, served } from "./predictions.mjs";
import { broken, elsewhere, forgets, hides, judged, keeps, reasons } from "./quizzes.mjs";

const inMain = (html) => (page) => page.replace("<main>", `<main>${html}`);
const style = (css) => (page) => page.replace("</head>", `<style>${css}</style></head>`);
const script = (js) => (page) => page.replace("</body>", `<script>${js}</script></body>`);
const first = (js) => (page) => page.replace("<head>", `<head><script>${js}</script>`);
const without = (name) => (page) => page.replace(new RegExp(`<script src="[^"]*${name}[^"]*"></script>`), "");

/**
 * What is done to the page, and who has to notice. A check of `null` is the listening itself; `page` is
 * another page than that which has everything.
 */
const FAULTS = [
    ["a picture without a text", inMain('<img src="favicon.svg">'), (page, axe) => accessible(page, axe)],
    ["a text too pale to read", inMain('<p style="color:#ccc;background:#fff">pale</p>'), (page, axe) => accessible(page, axe)],
    ["mdBook's own toggle, not mended", without("page-"), (page, axe) => accessible(page, axe)],
    ["a wide table that no key scrolls", (page) => without("page-")(inMain(`<div style="width:200px;overflow-x:auto"><table><tr>${"<td>a wide cell</td>".repeat(12)}</tr></table></div>`)(page)), (page, axe) => accessible(page, axe), { width: 360 }],
    ["a button that Tab passes over", inMain('<button tabindex="-1">here</button>'), reaches],
    ["a focus that cannot be seen", style(".content :focus-visible { outline: none !important; }"), reaches],
    ["a sidebar that no key moves", script("const old = document.getElementById('mdbook-sidebar-toggle'); old.replaceWith(old.cloneNode(true))"), toggles],
    ["a box wider than a phone", inMain('<div style="width:500px">wide</div>'), fits, { width: 360 }],
    ["a request to another machine", inMain('<img alt="" src="http://localhost.invalid/x.png">'), null],
    ["an error on the console", script("console.error('oh')"), null],
    ["a script that fails", script("nothing.there()"), null],
    ["room above a picture", style(".trace .fig { margin-top: 25px; }"), gaps],
    ["a veil that hides nothing", style(".fig-later { visibility: visible !important; opacity: 1 !important; }"), (page) => each(page, stepped(veil))],
    ["what lasts, shown down to the end", script("document.addEventListener('click', () => document.querySelectorAll('.fig-until').forEach((clip) => clip.setAttribute('height', '999')))"), (page) => each(page, stepped(veil))],
    ["a table that does not go along with its figure", script("document.querySelectorAll('tbody tr').forEach((row) => { row.setAttribute = () => {}; })"), (page) => each(page, stepped(along))],
    ["a button that lies under something", style(".trace { position: relative; } .trace::after { content: ''; position: absolute; inset: 0; z-index: 99; }"), (page) => each(page, stepped(veil))],
    ["arrows that turn the page", script("document.querySelectorAll('.trace').forEach((f) => f.addEventListener('keydown', () => { location.search = 'turned'; }, true))"), arrowsInside],
    ["a run that shows before the prediction", style(".predict.waiting .predict-run { display: block !important; }"), recorded],
    ["a refuted prediction without its command", style(".predict-drill { display: none; }"), recorded],
    ["a refuted prediction that nobody hears of", (page) => served(script("window.fetch = async () => ({ ok: false })")(page)), handsOn],
    ["a page that takes any server for ours", (page) => page.replace("</body>", "<!-- --></body>"), handsOn],
    ["steps that need a script", style("html:not(.js) .trace-steps { display: none; }"), plain, { javaScriptEnabled: false }],
    ["an answer that stands open without scripts", (page) => page.replaceAll('<details class="quiz-key">', '<details class="quiz-key" open>'), plain, { javaScriptEnabled: false }],
    // mdBook's print page prints itself; when that comes first, the veil has been lifted before.
    ["a veil that is still lifting on paper", (page) => first("window.print = () => {}")(style("@media print { html .trace-steps li { transition: opacity 5s !important; } }")(page)), paper, { page: "print.html" }],
    ["answers that are missing on paper", style(".quiz-keys { display: none !important; }"), paper],
    ["an answer beside its question on paper", style(".quiz-key { display: block !important; }"), paper],
    ["broken code that copies cleanly", style(".broken-line { user-select: none; }"), copies],
    ["broken code without its banner", style(".broken-banner { display: none; }"), copies],
    ["a choice without a reason", (page) => page.replace(/<li class="quiz-wrong">[^]*?<\/li>/, ""), reasons],
    ["a right answer that only a colour would mark", style(".quiz-mark { display: none; }"), reasons],
    ["an answer that shows at once", script("document.querySelectorAll('.quiz-key').forEach((key) => { key.hidden = false; key.open = true; })"), hides],
    ["a focus that Enter loses", script("document.addEventListener('submit', () => document.activeElement.blur())"), keeps],
    ["an answer that is not kept", script("Storage.prototype.setItem = () => {}"), keeps],
    ["a key that no longer fits its question", (page) => page.replaceAll(/data-right="[^"]*"/g, 'data-right="9"'), keeps],
    ["a revision that nobody looks at", first("const get = Storage.prototype.getItem; Storage.prototype.getItem = function (key) { return get.call(this, key)?.replace('\"rev\":\"0\"', '\"rev\":\"1\"') ?? null; }"), forgets],
    ["an answer of another chapter that gives this one away", first("const get = Storage.prototype.getItem; Storage.prototype.getItem = function (key) { return get.call(this, key)?.replace('another-chapter', `one-quiz-${key.split('/').slice(2).join('-')}`) ?? null; }"), elsewhere],
    ["a kept answer that is believed, whatever it is", first("const all = Array.prototype.every; Array.prototype.every = function (test) { return this.some((one) => typeof one === 'number') || all.call(this, (one) => one && one[0] === 3 || test(one)); }"), broken],
    ["a free answer that is not kept", script("Storage.prototype.setItem = () => {}"), judged],
];

/** Every fault is noticed, and nothing else is wrong with the page. */
export function faults(visitor, name, axe, tell) {
    for (const [what, spoil, check, options] of FAULTS) {
        tell(`noticed: ${what}`, unnoticed(visitor(), name, { spoil, check, options, axe }));
    }
}

/** What the page complained of while it loaded arrives before this answer. */
async function heard(page) {
    await page.evaluate(() => 0);
    return [];
}

async function unnoticed(visit, name, { spoil, check, options, axe }) {
    const { page: where = name, ...how } = options ?? {};
    let changed = false;
    const rewrite = (page) => {
        const spoilt = spoil(page);
        changed ||= spoilt !== page;
        return spoilt;
    };
    const wrong = await visit(where, { ...how, rewrite, timeout: 4_000 }, (page) => (check ?? heard)(page, axe))
        .catch((error) => {
            // A browser that hangs has noticed nothing.
            if (error.silent) throw error;
            return [error.message];
        });
    if (!changed) {
        return ["the page could not be spoilt: it has changed"];
    }
    const noticed = check ? wrong.length > 0 : visit.noise.length > 0;
    return noticed ? [] : ["nobody noticed"];
}
