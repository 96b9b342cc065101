// The figures: how large they are, and how they are stepped through.
import { openAll } from "./page.mjs";

/** The figures that the player steps through. */
export const PLAYED = "figure.trace:not(.trace-still)";

export function figures(visit, name, tell) {
    tell("figures use a phone's width, with labels of 11 px", visit(name, { width: 360 }, async (page) => {
        await openAll(page);
        return page.evaluate(sizes, { least: 320, most: 360 });
    }));
    tell("figures stand beside their steps at 1200 px", visit(name, {}, async (page) => {
        await openAll(page);
        return [...await page.evaluate(sizes, { least: 340, most: 416 }), ...await page.evaluate(beside)];
    }));
    tell("nothing but its margin parts a picture from what stands above it", visit(name, {}, gaps));
    // To step through every figure of a long page takes a while: one walk looks at all that a step shows.
    const walked = "Back, Next, Start and Show all, by click; the veil hides later steps and nothing else; a table goes along";
    tell(walked, visit(name, {}, (page) => each(page, (page, figure) => clicks(page, figure, looks))));
    tell("the buttons on a phone, without motion, and they stay under the finger", visit(name, { width: 360, reducedMotion: "reduce" }, (page) =>
        each(page, async (page, figure) => [...await clicks(page, figure), ...await still(page, figure)])));
    tell("the same by keyboard", visit(name, {}, (page) => each(page, keys)));
    tell("arrows inside a figure do not turn the page", visit(name, {}, arrowsInside));
    tell("arrows outside do", visit(name, {}, arrowsOutside));
}

function sizes({ least, most }) {
    const wrong = [];
    document.querySelectorAll("figure.trace").forEach((figure) => {
        const svg = figure.querySelector("svg");
        const { width } = svg.getBoundingClientRect();
        if (width < least || width > most) wrong.push(`${figure.id} is ${width} px wide, not ${least} to ${most}`);
        const scale = width / svg.viewBox.baseVal.width;
        for (const text of svg.querySelectorAll("text:not(.fig-disc text)")) {
            const size = parseFloat(getComputedStyle(text).fontSize) * scale;
            if (size < 11) {
                wrong.push(`${figure.id}: \`${text.textContent}\` is drawn at ${size.toFixed(1)} px`);
                break;
            }
        }
    });
    return wrong;
}

/** No stray room above a picture: mdBook's style once left a line's height there. */
export async function gaps(page) {
    await openAll(page);
    return page.evaluate(() => {
        const wrong = [];
        for (const figure of document.querySelectorAll("figure.trace")) {
            const caption = figure.querySelector("figcaption");
            const above = caption ? caption.getBoundingClientRect().bottom : figure.getBoundingClientRect().top;
            const svg = figure.querySelector("svg").getBoundingClientRect().top;
            // Names of one line stand on the last line of those that have two.
            const names = Array.from(figure.querySelectorAll(".fig-name"), (one) => one.getBoundingClientRect().top);
            const name = Math.min(...names);
            if (svg - above > 16 || name - above > 24) wrong.push(`${figure.id}: ${Math.round(name - above)} px of nothing`);
        }
        return wrong;
    });
}

function beside() {
    return Array.from(document.querySelectorAll("figure.trace"))
        .filter((figure) => {
            const picture = figure.querySelector("svg").getBoundingClientRect();
            return figure.querySelector(".trace-steps").getBoundingClientRect().left < picture.right;
        })
        .map((figure) => `${figure.id}: the steps stand below the picture`);
}

/**
 * Runs a check on every figure of the page, and says which figure failed it. Meanwhile the figure and what
 * stands right behind it are all that the page shows: a browser lays a long page out anew at each click.
 */
export async function each(page, check) {
    await page.evaluate(() => document.querySelectorAll(".predict-skip").forEach((button) => button.click()));
    const wrong = [];
    // Handles: a locator is looked up anew at each of some thousand questions.
    for (const figure of await page.locator(PLAYED).elementHandles()) {
        await figure.evaluate((element) => { for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true; });
        const id = await figure.getAttribute("id");
        await page.evaluate(alone, id);
        wrong.push(...(await check(page, figure)).map((line) => `${id}: ${line}`));
        await page.evaluate(() => document.getElementById("alone").remove());
    }
    return wrong;
}

function alone(id) {
    document.querySelectorAll("[data-away]").forEach((away) => away.removeAttribute("data-away"));
    const figure = document.getElementById(id);
    for (let at = figure; !at.matches("main"); at = at.parentElement) {
        for (const other of at.parentElement.children) {
            if (other !== at && other !== figure.nextElementSibling) other.dataset.away = "";
        }
    }
    const style = document.createElement("style");
    style.id = "alone";
    style.textContent = "[data-away] { display: none !important; }";
    document.head.append(style);
}

/** By its name, as a screen reader has it. */
const button = (page, id, name) => page.locator(`[id="${id}"]`).getByRole("button", { name, exact: true });

/**
 * A click of the mouse in the middle of a button. Playwright's own click waits for two frames in which the
 * button stands still, some hundred times on a long page; it is for where something lies over the button, or
 * the button has moved away meanwhile.
 */
async function tap(page, figure, name) {
    const at = await figure.evaluate(async (element, name) => {
        const button = Array.from(element.querySelectorAll("button")).find((one) => one.textContent.trim() === name);
        if (!button) return null;
        const before = scrollY;
        button.scrollIntoView({ block: "center", behavior: "instant" });
        if (scrollY !== before) await new Promise(requestAnimationFrame);
        element.dataset.tapped = "";
        button.addEventListener("click", () => { element.dataset.tapped = name; }, { once: true });
        const box = button.getBoundingClientRect();
        const at = [box.left + box.width / 2, box.top + box.height / 2];
        return document.elementFromPoint(...at)?.closest("button") === button ? at : null;
    }, name);
    if (at) await page.mouse.click(...at);
    if (await figure.evaluate((element) => element.dataset.tapped) !== name) {
        await button(page, await figure.getAttribute("id"), name).click();
    }
}

const steps = (figure) => figure.evaluate((element) => element.querySelectorAll(".trace-steps > li[data-step]").length);

/** How many steps the reader sees, which one is current, and what is read out. */
const state = (figure) => figure.evaluate((element) => {
    const items = Array.from(element.querySelectorAll(".trace-steps > li[data-step]"));
    return {
        shown: items.filter((item) => item.checkVisibility({ visibilityProperty: true })).length,
        current: items.findIndex((item) => item.getAttribute("aria-current") === "step") + 1,
        said: element.querySelector(".trace-live").textContent,
    };
});

async function expect(figure, what, shown, current, wrong, before) {
    const now = await state(figure);
    if (now.shown !== shown || now.current !== current) {
        wrong.push(`${what}: ${now.shown} steps shown and step ${now.current} current, not ${shown} and ${current}`);
    }
    if (now.said === "" || now.said === before) wrong.push(`${what}: the live text stays \`${now.said}\``);
    if (current > 0 && !now.said.startsWith(`Step ${current} of `)) wrong.push(`${what}: it says \`${now.said}\``);
    return now.said;
}

/** `look`, if there is one, looks at the figure after each step. */
async function clicks(page, figure, look) {
    const wrong = [];
    const id = await figure.getAttribute("id");
    for (const name of ["Back", "Next", "Start", "Show all"]) {
        if (await button(page, id, name).count() !== 1) wrong.push(`no one button is called ${name}`);
    }
    const last = await steps(figure);
    let said = await expect(figure, "at first", 0, 0, wrong);
    for (let step = 1; step <= last; step += 1) {
        await tap(page, figure, "Next");
        said = await expect(figure, `Next to ${step}`, step, step, wrong, said);
        if (look) wrong.push(...await look(figure, step));
    }
    await tap(page, figure, "Back");
    said = await expect(figure, "Back", last - 1, last - 1, wrong, said);
    await tap(page, figure, "Start");
    said = await expect(figure, "Start", 0, 0, wrong, said);
    await tap(page, figure, "Show all");
    await expect(figure, "Show all", last, 0, wrong, said);
    return wrong;
}

/** The controls keep their distance from the picture while the list grows. */
async function still(page, figure) {
    // High enough that the controls need not stick to the foot of the window.
    await page.setViewportSize({ width: 360, height: 3000 });
    await tap(page, figure, "Start");
    const apart = () => figure.evaluate((element) => {
        const top = (selector) => element.querySelector(selector).getBoundingClientRect().top;
        return Math.round(top(".trace-controls") - top("svg"));
    });
    const before = await apart();
    await tap(page, figure, "Next");
    const after = await apart();
    return before === after ? [] : [`a step moves the controls by ${after - before} px`];
}

async function keys(page, figure) {
    const wrong = [];
    const last = await steps(figure);
    await button(page, await figure.getAttribute("id"), "Next").focus();
    await page.keyboard.press("Enter");
    let said = await expect(figure, "Enter on Next", 1, 1, wrong);
    await page.keyboard.press("End");
    said = await expect(figure, "End", last, last, wrong, said);
    await page.keyboard.press("ArrowLeft");
    said = await expect(figure, "ArrowLeft", last - 1, last - 1, wrong, said);
    await page.keyboard.press("ArrowRight");
    said = await expect(figure, "ArrowRight", last, last, wrong, said);
    await page.keyboard.press("Home");
    said = await expect(figure, "Home", 0, 0, wrong, said);
    await page.keyboard.press("Escape");
    await expect(figure, "Escape", last, 0, wrong, said);
    return wrong;
}

const looks = async (figure, step) => [...await veil(figure, step), ...await along(figure, step)];

/** Steps through a figure and looks at each step: for a fault that one look must notice. */
export const stepped = (look) => async (page, figure) => {
    const wrong = [];
    const last = await steps(figure);
    for (let step = 1; step <= last; step += 1) {
        await tap(page, figure, "Next");
        wrong.push(...await look(figure, step));
    }
    return wrong;
};

/**
 * At each step: its own marks and all earlier ones are seen, no later one is, nor what holds at the
 * end. What lasts reaches down to the step's instant.
 */
export function veil(figure, step) {
    return figure.evaluate((element, current) => {
        const bad = [];
        const shown = (one) => one.checkVisibility({ visibilityProperty: true });
        for (const mark of element.querySelectorAll("[data-step]")) {
            const own = Number(mark.dataset.step);
            const seen = shown(mark);
            if (seen !== own <= current) {
                bad.push(`at step ${current} a mark of step ${own} is ${seen ? "seen" : "hidden"}`);
            }
        }
        const over = current === element.querySelectorAll(".trace-steps > li[data-step]").length;
        for (const end of element.querySelectorAll(".trace-steps > li:not([data-step])")) {
            if (shown(end) !== over) {
                bad.push(`at step ${current} the end is ${over ? "hidden" : "told"}`);
            }
        }
        const until = Number(element.querySelector(".fig-until").getAttribute("height"));
        const next = element.querySelector(`.fig-disc[data-step="${current + 1}"]`);
        const now = Number(element.querySelector(`.fig-disc[data-step="${current}"]`)?.dataset.now);
        if (next && !(until === now && until <= Number(next.dataset.now))) {
            bad.push(`at step ${current} what lasts is shown down to ${until}`);
        }
        return bad.slice(0, 2);
    }, step);
}

/** A table right behind a figure that begins with `step` goes along with it; no other table does. */
export function along(figure, step) {
    return figure.evaluate((element, current) => {
        const table = element.nextElementSibling?.closest("table, .table-wrapper");
        if (table?.querySelector("th").textContent.trim() !== "step") return [];
        const rows = Array.from(table.querySelectorAll("tbody tr"));
        return rows
            .filter((row) => (row.cells[0].textContent.trim() === String(current)) !== row.matches('[aria-current="step"]'))
            .map((row) => `at step ${current} the row of ${row.cells[0].textContent} is ${row.matches("[aria-current]") ? "" : "not "}marked`);
    }, step);
}

export async function arrowsInside(page) {
    await page.evaluate(() => document.querySelectorAll(".predict-skip").forEach((button) => button.click()));
    const begun = page.url();
    await page.locator(PLAYED).first().getByRole("button", { name: "Next", exact: true }).focus();
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft"]) {
        await page.keyboard.press(key);
        // mdBook sets the address while it handles the key, so that a frame later it has changed.
        await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => {});
        if (page.url() !== begun) {
            await page.waitForLoadState();
            return [`${key} in a figure leads to ${page.url()}`];
        }
    }
    return [];
}

async function arrowsOutside(page) {
    const way = await page.evaluate(() => {
        const has = (rel) => document.querySelector(`a[rel~="${rel}"]`) !== null;
        return has("next") ? "ArrowRight" : has("prev") ? "ArrowLeft" : "";
    });
    if (way === "") {
        return ["it leads to no other page"];
    }
    const begun = page.url();
    await page.keyboard.press(way);
    const left = page.waitForURL((url) => url.href !== begun, { timeout: 5_000 });
    return left.then(() => [], () => [`${way} does not turn the page`]);
}
