// Any page: accessible in both themes, no wider than a phone, whole without scripts and on paper.
import { copies } from "./broken.mjs";
import { reaches, toggles } from "./keyboard.mjs";

export function page(visit, name, axe, tell) {
    for (const [theme, width] of [["light", 1200], ["navy", 1200], ["light", 360]]) {
        const wrong = visit(name, { theme, width }, (page) => accessible(page, axe));
        tell(`the whole page is accessible as axe sees it, in ${theme} at ${width} px`, wrong);
    }
    tell("Tab comes to all that can be used, and shows where it is", visit(name, {}, reaches));
    tell("the sidebar opens and closes by keyboard, and says which", visit(name, {}, toggles));
    tell("nothing is wider than a phone of 360 px", visit(name, { width: 360 }, fits));
    tell("broken code says so and does not copy cleanly", visit(name, {}, copies));
    const listings = visit(name, {}, (page) => page.evaluate(scrolling));
    tell("no listing scrolls sideways at 1200 px", listings);
    const bare = visit(name, { javaScriptEnabled: false }, plain);
    tell("without scripts every step, explanation and answer can be read", bare);
    tell("on paper every figure is whole, every box stands open, and the answers are at the end", visit(name, {}, paper));
}

/** Without scripts. */
export function plain(page) {
    return page.evaluate(hidden);
}

export async function paper(page) {
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    return [...await page.evaluate(moving), ...await page.evaluate(hidden)];
}

/** A print is taken at once: what is on its way from one look to another would be printed half-way. */
function moving() {
    const targets = document.getAnimations().map((moves) => moves.effect.target);
    return targets.slice(0, 3).map((target) => `it still moves: ${target.textContent.trim().slice(0, 60)}`);
}

/** On a phone. */
export async function fits(page) {
    await openAll(page);
    return page.evaluate(tooWide);
}

export async function accessible(page, axe) {
    await openAll(page);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 120)}`));
}

/** Shows all that a reader can bring up. */
export async function openAll(page) {
    await page.evaluate(() => {
        document.querySelectorAll(".predict-skip").forEach((button) => button.click());
        document.querySelectorAll("main details").forEach((box) => { box.open = true; });
        document.querySelectorAll(".trace-buttons button:last-child").forEach((button) => button.click());
        document.querySelectorAll(".quiz-pass").forEach((button) => button.click());
        document.querySelectorAll(".quiz[data-kind=free] .quiz-check").forEach((button) => button.click());
    });
    // The veil lifts in a quarter of a second.
    await page.evaluate(() => Promise.all(document.getAnimations().map((moves) => moves.finished.catch(() => {}))));
}

function tooWide() {
    const width = document.documentElement.clientWidth;
    const wrong = [];
    if (document.documentElement.scrollWidth > width) {
        wrong.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    }
    // mdBook's .content cuts off what leaves it, so the page's width says too little.
    for (const element of document.querySelectorAll("main *")) {
        if (element.closest("pre, .table-wrapper, .predict legend, .quiz-unseen, svg")) continue;
        const box = element.getBoundingClientRect();
        if (box.width > 0 && (box.right > width + 0.5 || box.left < -0.5)) {
            wrong.push(`${element.tagName.toLowerCase()}.${element.className} reaches from ${box.left} to ${box.right}`);
        }
    }
    return wrong.slice(0, 5);
}

function scrolling() {
    const listings = Array.from(document.querySelectorAll("main pre > code"));
    return listings
        .filter((code) => code.clientWidth > 0 && code.scrollWidth > code.clientWidth + 1)
        .map((code) => `${code.textContent.trim().split("\n")[0]}: ${code.scrollWidth} px in ${code.clientWidth}`);
}

/** Texts that must be readable and are not: steps, marks, explanations, model answers. */
function hidden() {
    const shown = (element) => {
        const box = element.getBoundingClientRect();
        const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        return seen && (box.width > 0 || box.height > 0);
    };
    const scripts = document.documentElement.classList.contains("js");
    const paper = matchMedia("print").matches;
    const wrong = [];
    const want = (selector, test, what) => {
        document.querySelectorAll(selector).forEach((element) => {
            if (!test(element)) wrong.push(`${what}: ${element.textContent.trim().slice(0, 60)}`);
        });
    };
    // Without scripts a reader opens a <details>; on paper nobody can.
    const folded = (element) => !paper && element.closest("details:not([open])") !== null;
    want("figure.trace .trace-steps > li", (item) => folded(item) || shown(item), "a step is hidden");
    want("figure.trace svg [data-step]", (mark) => folded(mark) || shown(mark), "a mark is hidden");
    want(".predict-outcome, .recall-model", (box) =>
        shown(paper ? box.lastElementChild : box.querySelector("summary"))
        && box.textContent.trim().length > box.querySelector("summary").textContent.trim().length + 20,
        "an explanation is hidden");
    const quizzes = Array.from(document.querySelectorAll(".quiz"));
    const keys = Array.from(document.querySelectorAll(".quiz-keys"));
    for (const quiz of quizzes) {
        const key = quiz.querySelector(".quiz-key");
        const what = quiz.dataset.item;
        if (!shown(quiz.querySelector(".quiz-prompt"))) wrong.push(`${what}: the question is hidden`);
        if (paper && key.checkVisibility()) wrong.push(`${what}: the answer stands beside the question`);
        if (!paper && (key.open || !shown(key.querySelector("summary")))) wrong.push(`${what}: the answer is not behind a box to open`);
        if (!paper && key.textContent.trim().length < 40) wrong.push(`${what}: the box holds no answer`);
    }
    // The print page has a key for each chapter.
    const told = keys.flatMap((key) => Array.from(key.querySelectorAll(".quiz-keys-item")));
    if (told.length !== quizzes.length) wrong.push(`${quizzes.length} questions and ${told.length} answers at the end`);
    if (told.some((answer) => shown(answer) !== paper)) wrong.push(`the answers at the end are ${paper ? "hidden" : "shown"}`);
    if (keys.length === 1 && quizzes.some((quiz) => quiz.compareDocumentPosition(keys[0]) & Node.DOCUMENT_POSITION_PRECEDING)) {
        wrong.push("the answers do not stand at the end");
    }
    document.querySelectorAll("figure.trace").forEach((figure) => {
        const until = figure.querySelector(".fig-until");
        const lasting = figure.querySelector(".fig-lasting");
        const whole = Number(until?.getAttribute("height")) >= figure.querySelector("svg").viewBox.baseVal.height - 1;
        if (!whole && !(paper && getComputedStyle(lasting).clipPath === "none")) {
            wrong.push(`${figure.id}: what lasts is cut off`);
        }
    });
    if (!paper && scripts) wrong.push("scripts ran");
    return wrong.slice(0, 6);
}
