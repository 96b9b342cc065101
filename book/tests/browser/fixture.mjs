// The small book of tests/fixture, built for the browser: it has a question of every kind, which
// no chapter has, and may be spoilt to see whether a check notices.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BOOK = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = process.env.BOOK_PROGRAM ?? join(BOOK, "../target/debug/book");

/** Where it was built, or why it was not. */
export function buildFixture() {
    if (!existsSync(PROGRAM)) {
        return { why: `there is no ${PROGRAM}; run \`cargo book build\`, or set BOOK_PROGRAM` };
    }
    const root = mkdtempSync(join(tmpdir(), "book-fixture-"));
    cpSync(join(BOOK, "tests/fixture"), root, { recursive: true });
    mkdirSync(join(root, "book/theme"), { recursive: true });
    for (const file of ["page.css", "page.js", "quiz.css", "quiz.js"]) {
        cpSync(join(BOOK, "theme", file), join(root, "book/theme", file));
    }
    const built = spawnSync(PROGRAM, ["build"], { cwd: root, encoding: "utf8" });
    const remove = () => rmSync(root, { recursive: true, force: true });
    if (built.status !== 0) {
        remove();
        return { why: `the fixture could not be built:\n${built.stderr}` };
    }
    return { folder: join(root, "target/book"), remove };
}
