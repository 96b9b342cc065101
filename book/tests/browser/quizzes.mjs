// The questions of the banks: answered by hand and by keyboard, with a reason for everything, kept.

export function quizzes(visit, name, tell) {
    tell("a question hides its answer, and says when nothing was answered", visit(name, {}, hides));
    tell("giving up shows the answer, with a reason for every choice, in words", visit(name, {}, reasons));
    tell("a right answer is told so, and is still there after a reload", visit(name, {}, keeps));
    tell("a question whose revision was raised begins again", visit(name, {}, forgets));
    tell("a question answered in another chapter is asked again, and says so", visit(name, {}, elsewhere));
    tell("what was kept and got broken is passed over", visit(name, {}, broken));
    tell("a card and a free answer are judged by the reader", visit(name, {}, judged));
}

const compared = (page) => page.locator(".quiz:not([data-kind=flash], [data-kind=free])").all();
const item = (quiz) => quiz.getAttribute("data-item");
const verdict = (quiz) => quiz.locator("[role=status]").innerText();
const press = (quiz, name) => quiz.getByRole("button", { name, exact: true }).click();

/** Whether the answer is there and the focus still inside the question. */
const state = (quiz) => quiz.evaluate((root) => {
    const key = root.querySelector(".quiz-key");
    return {
        shown: key.checkVisibility() && key.open,
        focus: root.contains(document.activeElement) && document.activeElement.checkVisibility(),
        said: root.querySelector("[role=status]").textContent,
    };
});

export async function hides(page) {
    const wrong = [];
    for (const quiz of await compared(page)) {
        const id = await item(quiz);
        if ((await state(quiz)).shown) wrong.push(`${id}: the answer shows before it was asked for`);
        await press(quiz, "Check my answer");
        const after = await state(quiz);
        if (after.shown) wrong.push(`${id}: an empty answer is compared`);
        if (!/first/.test(after.said)) wrong.push(`${id}: it does not ask for an answer: \`${after.said}\``);
    }
    return wrong;
}

export async function reasons(page) {
    const wrong = [];
    for (const quiz of await compared(page)) {
        const id = await item(quiz);
        await press(quiz, "I do not know");
        const now = await state(quiz);
        if (!now.shown) wrong.push(`${id}: the answer stays hidden`);
        if (!now.focus) wrong.push(`${id}: the focus is lost`);
        if (!/right/i.test(now.said)) wrong.push(`${id}: the verdict is \`${now.said}\``);
        wrong.push(...(await quiz.evaluate(unreasoned)).map((line) => `${id}: ${line}`));
        await press(quiz, "Answer again");
        const again = await state(quiz);
        if (again.shown || !again.focus) wrong.push(`${id}: it does not begin again where the reader is`);
    }
    return wrong;
}

/** Choices without a reason, and right ones that only a colour would mark. */
function unreasoned(root) {
    const bad = [];
    const told = Array.from(root.querySelectorAll(".quiz-key .quiz-reasons > li"));
    const choices = Array.from(root.querySelectorAll(".quiz-form .quiz-choice"));
    if (choices.length > 0 && told.length !== choices.length) {
        bad.push(`${choices.length} choices and ${told.length} reasons`);
    }
    for (const line of told) {
        const strong = line.querySelector("strong");
        if (root.dataset.kind !== "order" && line.textContent.trim().length < strong.textContent.trim().length + 5) {
            bad.push(`\`${line.textContent.trim()}\` has no reason`);
        }
    }
    for (const part of root.querySelectorAll("[data-check=one], [data-check=all]")) {
        for (const value of part.dataset.right.split(" ")) {
            const label = part.querySelector(`input[value="${value}"]`).closest("label");
            const mark = label.querySelector(".quiz-mark");
            if (!mark?.checkVisibility() || !/right/.test(mark.textContent)) bad.push("a right choice is not marked in words");
        }
    }
    return bad;
}

/** Fills in what is right, as a reader would. */
async function answer(quiz) {
    for (const part of await quiz.locator(".quiz-part").all()) {
        const { check, right } = await part.evaluate((element) => ({ ...element.dataset }));
        const values = right.split(check === "text" || check === "gaps" ? "\n" : " ");
        if (check === "one") {
            await part.locator(`input[value="${values[0]}"]`).check();
        } else if (check === "all") {
            for (const value of values) await part.locator(`input[value="${value}"]`).check();
        } else if (check === "order") {
            const places = await part.locator("select").count();
            for (let step = 1; step <= places; step += 1) {
                await part.locator(`select[name$="-${step}"]`).selectOption(String(step));
            }
        } else {
            const fields = await part.locator("input").all();
            // Case, spaces, hyphens, the rupee sign and a full stop make no difference to words.
            const typed = (value) => (check === "number" ? value : ` ${value.toUpperCase().replace("₹", "").replace(" ", "-")}. `);
            for (const [n, field] of fields.entries()) await field.fill(typed(values[n]));
        }
    }
}

export async function keeps(page) {
    const wrong = [];
    for (const quiz of await compared(page)) {
        const id = await item(quiz);
        await answer(quiz);
        // Enter in a field is as good as the button.
        const field = quiz.locator(".quiz-part input:is(:checked, [type=text], [type=number])").last();
        const typed = (await field.count()) > 0;
        await (typed ? field : quiz.getByRole("button", { name: "Check my answer" })).focus();
        await page.keyboard.press("Enter");
        await told(quiz, id, "", wrong);
        if (!(await state(quiz)).focus) wrong.push(`${id}: Enter loses the focus`);
    }
    await page.reload();
    for (const quiz of await compared(page)) {
        await told(quiz, await item(quiz), "after a reload: ", wrong);
    }
    const keys = await page.evaluate(() => Object.keys(localStorage));
    for (const quiz of await compared(page)) {
        const key = `workbook/quiz/${await item(quiz)}`;
        // No name of a file or of a build is in it.
        if (!keys.includes(key)) wrong.push(`nothing is kept under ${key}`);
    }
    return wrong;
}

async function told(quiz, id, when, wrong) {
    const { shown, said } = await state(quiz);
    const [, made, of] = said.match(/^(\d+) of (\d+) right/) ?? [];
    if (!(said.startsWith("Right") || (made && made === of))) wrong.push(`${id}: ${when}the verdict is \`${said}\``);
    if (!shown) wrong.push(`${id}: ${when}the reasons are hidden`);
}

export async function forgets(page) {
    for (const quiz of await compared(page)) {
        await answer(quiz);
        await press(quiz, "Check my answer");
    }
    // What was kept is of another revision now.
    await page.evaluate(() => {
        for (const key of Object.keys(localStorage).filter((name) => name.startsWith("workbook/quiz/"))) {
            localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), rev: "0" }));
        }
    });
    await page.reload();
    const wrong = [];
    for (const quiz of await compared(page)) {
        const { shown, said } = await state(quiz);
        if (shown || said !== "") wrong.push(`${await item(quiz)}: the old answer still counts: \`${said}\``);
    }
    return wrong;
}

export async function broken(page) {
    await page.evaluate(() => {
        const garbage = ["{", "null", '"x"', '{"rev":"1","given":[3]}', '{"rev":"1","given":[[3]]}', '{"rev":"1","given":null}'];
        document.querySelectorAll(".quiz").forEach((root, n) => {
            const text = garbage[n % garbage.length].replace("}", `,"at":"${root.id}"}`);
            localStorage.setItem(`workbook/quiz/${root.dataset.item}`, text);
        });
    });
    await page.reload();
    return hides(page);
}

export async function elsewhere(page) {
    for (const quiz of await compared(page)) {
        await answer(quiz);
        await press(quiz, "Check my answer");
    }
    await page.evaluate(() => {
        for (const key of Object.keys(localStorage).filter((name) => name.startsWith("workbook/quiz/"))) {
            localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), at: "another-chapter" }));
        }
    });
    await page.reload();
    const wrong = [];
    for (const quiz of await compared(page)) {
        const id = await item(quiz);
        const { shown, said } = await state(quiz);
        if (shown) wrong.push(`${id}: the old answer gives this one away`);
        if (!/another chapter/.test(said)) wrong.push(`${id}: it says \`${said}\``);
    }
    return wrong;
}

export async function judged(page) {
    const wrong = [];
    for (const quiz of await page.locator(".quiz[data-kind=flash]").all()) {
        await quiz.locator("summary").click();
        await press(quiz, "I knew it");
        if (!/knew/.test(await verdict(quiz))) wrong.push(`${await item(quiz)}: the judgement is not told`);
    }
    for (const quiz of await page.locator(".quiz[data-kind=free]").all()) {
        const id = await item(quiz);
        if ((await state(quiz)).shown) wrong.push(`${id}: the model shows before anything was written`);
        await quiz.locator("textarea").fill("Both read first.");
        await press(quiz, "Compare with a model answer");
        if (!(await state(quiz)).shown) wrong.push(`${id}: the model stays hidden`);
        await quiz.locator(".quiz-rubric input").first().check();
        if (!/^You made \d+ of \d+/.test(await verdict(quiz))) wrong.push(`${id}: the points are not told`);
    }
    await page.reload();
    for (const quiz of await page.locator(".quiz[data-kind=free]").all()) {
        const id = await item(quiz);
        if ((await quiz.locator("textarea").inputValue()) !== "Both read first.") wrong.push(`${id}: what was written is gone`);
        if (!/^You made \d+ of \d+/.test(await verdict(quiz))) wrong.push(`${id}: the points are gone`);
    }
    return wrong;
}
