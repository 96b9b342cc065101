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
        };
    });
    if (seen.checked !== text) miss(`\`${seen.checked}\` is checked, not \`${text}\``);
    if (!seen.run) miss("the run is hidden");
    if (!seen.compare.includes(text)) miss(`the prediction is not shown beside the outcome: \`${seen.compare}\``);
    if (!seen.right) miss("the outcome is not shown");
}
