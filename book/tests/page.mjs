// The built book in a real browser: `node book/tests/page.mjs URL_OR_DIR`.
//
// A URL is one that `cargo book --no-open` serves; a folder (such as target/book) is served here,
// on 127.0.0.1. After the book come the fixture, which has a question of every kind, and faults put
// into it that the checks must notice. Needs `npm ci` in book/tests/browser and Debian's chromium. One line a check;
// exit code 1 when one failed, 2 when it was called wrongly. Without chromium it says so and
// exits with 0, unless CI=true.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { look, prove } from "./browser/checks.mjs";
import { buildFixture } from "./browser/fixture.mjs";
import { serve } from "./browser/serve.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const where = process.argv[2];
if (!where || process.argv.length > 3) {
    console.error("usage: node book/tests/page.mjs URL_OR_DIR (for example target/book)");
    process.exit(2);
}

function skip(why) {
    console.log(`skipped: ${why}`);
    process.exit(process.env.CI === "true" ? 1 : 0);
}

if (!existsSync(CHROMIUM)) {
    skip(`there is no ${CHROMIUM}; install Debian's chromium`);
}
const require = createRequire(new URL("./browser/package.json", import.meta.url));
let chromium;
let axe;
try {
    ({ chromium } = require("playwright-core"));
    axe = require("axe-core").source;
} catch {
    skip("run `npm ci` in book/tests/browser");
}

const served = /^https?:/.test(where) ? { url: where.replace(/\/*$/, "/"), close() {} } : await serve(where);
const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
const browser = await launch();
/** The browser that all checks share; and another for one that got no answer from it. */
const start = {
    shared: () => browser,
    another: launch,
    // Not awaited: a browser that has stopped answering would take for ever to close.
    stop: (other) => void other.close().catch(() => {}),
};
let report;
try {
    report = await look(start, served.url, axe);
    const fixture = buildFixture();
    if (fixture.why) {
        console.log(`${process.env.CI === "true" ? "FAILED" : "skipped:"} the checks of the checks: ${fixture.why}`);
        report.failed += process.env.CI === "true" ? 1 : 0;
    } else {
        const small = await serve(fixture.folder);
        await prove(start, small.url, axe, report);
        small.close();
        fixture.remove();
    }
} catch (error) {
    // Not `finally`: closing a browser that has stopped answering would wait for ever.
    console.log(`FAILED ${error.message.split("\n")[0]}`);
    process.exit(1);
}
await browser.close();
served.close();
// The closing line that CI counts.
console.log(`${report.passed} passed, ${report.failed} failed`);
process.exit(report.failed === 0 ? 0 : 1);
