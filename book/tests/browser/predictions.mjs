// Predictions: recorded, shown beside the outcome, still there after a reload.

export function predictions(visit, name, tell) {
    tell("a prediction is recorded, shown beside the outcome, and survives a reload", visit(name, {}, recorded));
}

export async function recorded(page) {
    const wrong = [];
    for (const box of await page.locator(".predict").all()) {
        const id = await box.getAttribute("id");
        const miss = (text) => wrong.push(`${id}: ${text}`);
        if (await box.locator(".predict-run, .predict-outcome").evaluateAll((all) => all.some((one) => one.checkVisibility()))) {
            miss("the run or its outcome shows before a prediction");
        }
        // The button alone commits to nothing.
        await box.getByRole("button", { name: "Record my prediction" }).click();
        if (!/choose/i.test(await box.locator(".predict-said").innerText())) miss("an empty prediction is recorded");
        const choice = box.locator(".predict-choice").first();
        const text = (await choice.innerText()).trim();
        await choice.click();
        await box.getByRole("button", { name: "Record my prediction" }).click();
        await shown(page, id, text, miss);
    }
    await page.reload();
    for (const box of await page.locator(".predict").all()) {
        const id = await box.getAttribute("id");
        const text = (await box.locator(".predict-choice").first().innerText()).trim();
        await shown(page, id, text, (line) => wrong.push(`${id}: after a reload: ${line}`));
    }
    return wrong;
}

/** As `cargo book` serves it. A script of this type is not loaded. */
export const served = (html) => html.replace("</body>", '<script type="text/plain" src="/__live.js"></script></body>');

/** A served page hands on what a run refuted, and nothing else; see `served`. */
export async function handsOn(page) {
    const asked = [];
    await page.route("**/__prediction/**", (route) => {
        asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
        return route.fulfill({ body: "" });
    });
    const wrong = [];
    const wanted = [];
    for (const box of await page.locator(".predict[data-prediction]").all()) {
        const right = await box.locator(".predict-outcome").getAttribute("data-right");
        const predict = async (value) => {
            await box.locator(`input[value="${value}"]`).check();
            await box.getByRole("button", { name: "Record my prediction" }).click();
        };
        await predict(right);
        await box.getByRole("button", { name: "Predict again" }).click();
        const miss = right === "1" ? "2" : "1";
        await predict(miss);
        wanted.push(`POST /__prediction/${await box.getAttribute("data-prediction")}/${miss}`);
        await box.locator("summary").click();
        const told = box.locator(".predict-drill", { hasText: "will ask you" });
        await told.waitFor({ timeout: 5_000 }).catch(() => wrong.push("the page does not say that the drill will ask"));
    }
    if (wanted.length === 0) wrong.push("no prediction names an idea");
    if (asked.join() !== wanted.join()) wrong.push(`it told \`${asked}\`, not \`${wanted}\``);
    return wrong;
}

async function shown(page, id, text, miss) {
    const seen = await page.locator(`#${id}`).evaluate((box) => {
        const outcome = box.querySelector(".predict-outcome");
        outcome.open = true;
        const compare = outcome.querySelector(".predict-compare");
        return {
            checked: box.querySelector("input:checked")?.closest("label").textContent.trim(),
            run: Array.from(box.querySelectorAll(".predict-run")).every((run) => run.checkVisibility()),
            compare: compare.checkVisibility() ? compare.textContent : "",
            right: outcome.querySelector(".predict-right")?.checkVisibility() === true,
            // A refuted prediction offers its command; a right one has none.
            drill: Array.from(outcome.querySelectorAll(".predict-drill")).find((line) => line.checkVisibility())?.querySelector("code").textContent,
            wanted: box.querySelector("input:checked")?.value === outcome.dataset.right ? undefined : `cargo quiz missed ${box.dataset.prediction}`,
        };
    });
    if (seen.checked !== text) miss(`\`${seen.checked}\` is checked, not \`${text}\``);
    if (!seen.run) miss("the run is hidden");
    if (!seen.compare.includes(text)) miss(`the prediction is not shown beside the outcome: \`${seen.compare}\``);
    if (!seen.right) miss("the outcome is not shown");
    if (seen.drill !== seen.wanted) miss(`for the drill it offers \`${seen.drill}\`, not \`${seen.wanted}\``);
}
