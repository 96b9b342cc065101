// The questions of the banks on a page: compares an answer, says why, and keeps it in this browser
// under the question's key and revision. Without this file each question stands with its answer in
// a box to open. How answers are compared follows quiz/src/bank/typed.rs and kinds.rs.
"use strict";

(() => {
    // On the print page nothing is filled in.
    if (location.pathname.endsWith("/print.html")) {
        return;
    }

    const store = {
        key: (root) => `workbook/quiz/${root.dataset.item}`,
        get(root) {
            try {
                const kept = JSON.parse(localStorage.getItem(this.key(root)));
                const list = (one) => Array.isArray(one) && one.every((text) => typeof text === "string");
                const whole = Array.isArray(kept?.given) && kept.given.every(list);
                // A raised revision asks something else: what was answered before no longer counts.
                return whole && kept.rev === root.dataset.rev ? kept : null;
            } catch {
                return null;
            }
        },
        set(root, value) {
            try {
                if (value === null) {
                    localStorage.removeItem(this.key(root));
                } else {
                    localStorage.setItem(this.key(root), JSON.stringify({ rev: root.dataset.rev, at: root.id, ...value }));
                }
            } catch {
                // Where storing is forbidden, a page forgets; it does not fail.
            }
        },
    };

    function make(name, className, text = "") {
        const element = document.createElement(name);
        element.className = className;
        element.textContent = text;
        return element;
    }

    function button(className, text, act) {
        const made = make("button", className, text);
        made.type = "button";
        made.addEventListener("click", act);
        return made;
    }

    // "In Doubt", "in-doubt" and "in doubt." are one answer; a sign before a number is not taste.
    function plain(text) {
        const kept = text.normalize("NFC").trim().replace(/\.+$/, "").toLowerCase();
        return Array.from(kept).filter((c, n) => (n === 0 && c === "-") || !/[\s₹,`"'\-‐‑–_]/u.test(c)).join("");
    }

    const same = (left, right) => plain(left) !== "" && plain(left) === plain(right);
    const inputs = (part) => Array.from(part.querySelectorAll("input, select, textarea"));
    const chosen = (part) => inputs(part).filter((input) => input.checked).map((input) => input.value);
    const typed = (part) => inputs(part).map((input) => input.value.trim());
    const check = (part, values) => inputs(part).forEach((input) => { input.checked = values.includes(input.value); });
    const fill = (part, values) => inputs(part).forEach((input, n) => { input.value = values[n] ?? ""; });

    // How each kind of part is read, compared and filled again. A given answer is a list of texts.
    const KINDS = {
        one: { read: chosen, write: check, right: (given, right) => right.split(" ").includes(given[0]) },
        all: {
            read: chosen,
            write: check,
            right: (given, right) => given.slice().sort().join(" ") === right.split(" ").sort().join(" "),
        },
        text: { read: typed, write: fill, right: (given, right) => right.split("\n").some((one) => same(given[0], one)) },
        gaps: {
            read: typed,
            write: fill,
            right: (given, right) => right.split("\n").every((one, n) => same(given[n] ?? "", one)),
        },
        number: {
            read: typed,
            write: fill,
            right(given, right) {
                const [answer, within] = right.split(" ").map(Number);
                return given[0] !== "" && Math.abs(Number(given[0]) - answer) <= within;
            },
        },
        order: {
            // One `step:place` each, whatever the order on the page.
            read: (part) => inputs(part).map((select) => `${step(select)}:${select.value}`),
            write: (part, given) => inputs(part).forEach((select) => {
                const found = given.find((one) => one.startsWith(`${step(select)}:`));
                select.value = found ? found.split(":")[1] : "";
            }),
            right(given, right) {
                const places = new Map(given.map((one) => one.split(":")));
                const distinct = new Set(places.values()).size === places.size;
                return distinct && right.split(" ").every((pair) => {
                    const [then, first] = pair.split(">");
                    return Number(places.get(first)) < Number(places.get(then));
                });
            },
        },
        free: { read: typed, write: fill, right: () => false },
    };

    const step = (select) => select.name.slice(select.name.lastIndexOf("-") + 1);
    const kind = (part) => KINDS[part.dataset.check];
    const given = (part) => kind(part).read(part);
    const isRight = (part) => kind(part).right(given(part), part.dataset.right);
    const isEmpty = (part) => {
        const answer = given(part);
        return answer.length === 0 || answer.some((one) => one === "" || one.endsWith(":"));
    };

    const note = (good, text) => make("span", `quiz-mark ${good ? "quiz-mark-right" : "quiz-mark-wrong"}`, text);

    // Says in words which line was chosen and which is right; of what was typed, whether it is.
    function mark(part) {
        if (part.dataset.check !== "one" && part.dataset.check !== "all") {
            if (!isEmpty(part)) {
                part.append(note(isRight(part), isRight(part) ? "right" : "not right"));
            }
            return;
        }
        const right = part.dataset.right.split(" ");
        for (const input of inputs(part)) {
            const good = right.includes(input.value);
            const said = input.checked ? `your answer, ${good ? "right" : "wrong"}` : good ? "right" : "";
            if (said !== "") {
                input.closest("label").append(" ", note(good, said));
            }
        }
    }

    function unmark(root) {
        root.querySelectorAll(".quiz-mark").forEach((old) => old.remove());
    }

    // A question that the page can compare.
    function compared(root, parts, key, status, actions) {
        let done = false;
        const primary = make("button", "quiz-check", "Check my answer");
        primary.type = "submit";
        const pass = button("quiz-pass", "I do not know", () => {
            finish();
            // It goes; the reader must not be left nowhere.
            primary.focus();
        });
        actions.append(primary, pass);
        key.hidden = true;

        function show() {
            done = true;
            const right = parts.filter(isRight).length;
            // Enter in a field answers too; what is closed cannot keep the focus.
            if (parts.some((part) => part.contains(document.activeElement))) {
                primary.focus();
            }
            parts.forEach((part) => {
                mark(part);
                part.disabled = true;
            });
            key.hidden = false;
            key.open = true;
            pass.hidden = true;
            primary.textContent = "Answer again";
            status.textContent = parts.length === 1
                ? (right === 1 ? "Right. The reasons are below." : "Not right. The answer and the reasons are below.")
                : `${right} of ${parts.length} right. The answers and the reasons are below.`;
            return right;
        }

        function finish() {
            const answers = parts.map(given);
            const right = show();
            store.set(root, { given: answers, right, of: parts.length });
        }

        function again() {
            done = false;
            unmark(root);
            parts.forEach((part) => {
                part.disabled = false;
                kind(part).write(part, []);
            });
            key.open = false;
            key.hidden = true;
            pass.hidden = false;
            primary.textContent = "Check my answer";
            status.textContent = "";
            store.set(root, null);
        }

        root.querySelector(".quiz-form").addEventListener("submit", (event) => {
            event.preventDefault();
            if (done) {
                again();
            } else if (parts.some(isEmpty)) {
                status.textContent = parts.length > 1 ? "Answer every part first." : "Give an answer first.";
            } else {
                finish();
            }
        });

        const kept = store.get(root);
        if (kept && kept.at === root.id) {
            parts.forEach((part, n) => kind(part).write(part, kept.given[n] ?? []));
            show();
        } else if (kept) {
            // On another page: to answer it once more from memory is the point of asking again.
            status.textContent = "You have answered this one in another chapter. Answer it again from memory.";
        }
    }

    // An answer in sentences: the reader ticks the points that it makes.
    function judged(root, part, key, status, actions) {
        const area = part.querySelector("textarea");
        const points = Array.from(key.querySelectorAll(".quiz-rubric input"));
        const ticked = () => points.filter((point) => point.checked);
        const worth = (some) => some.reduce((sum, point) => sum + Number(point.dataset.points), 0);
        let open = false;

        function keep() {
            store.set(root, { given: [[area.value], ticked().map((point) => point.value)], open });
        }

        function tell() {
            const made = worth(ticked());
            const all = worth(points);
            const missed = points.some((point) => "must" in point.dataset && !point.checked);
            const good = !missed && made * 100 >= all * 60;
            const verdict = good ? "It holds." : missed ? "A point that it must make is missing." : "It takes three fifths of the points.";
            status.textContent = `You made ${made} of ${all} points. ${verdict}`;
        }

        const primary = button("quiz-check", "Compare with a model answer", () => {
            open = !open;
            show();
            keep();
        });
        function show() {
            key.hidden = !open;
            key.open = open;
            primary.textContent = open ? "Hide the model answer" : "Compare with a model answer";
            status.textContent = open ? "The model answer is below. Tick the points that yours makes." : "";
        }
        actions.append(primary);
        area.addEventListener("input", keep);
        points.forEach((point) => point.addEventListener("change", () => {
            tell();
            keep();
        }));
        const kept = store.get(root);
        if (kept && kept.at === root.id) {
            area.value = kept.given[0]?.[0] ?? "";
            points.forEach((point) => { point.checked = (kept.given[1] ?? []).includes(point.value); });
            open = kept.open === true;
        }
        show();
        if (open && ticked().length > 0) {
            tell();
        }
    }

    // A card: said aloud, opened, judged.
    function said(root, key, status, actions) {
        const judge = (knew) => button(knew ? "quiz-knew" : "quiz-forgot", knew ? "I knew it" : "I did not", () => {
            tell(knew);
            store.set(root, { given: [[knew ? "knew" : "forgot"]], right: knew ? 1 : 0, of: 1 });
        });
        const tell = (knew) => { status.textContent = knew ? "You knew it." : "You did not know it."; };
        actions.append(judge(true), judge(false));
        const follow = () => { actions.hidden = !key.open; };
        key.addEventListener("toggle", follow);
        follow();
        const kept = store.get(root);
        if (kept && kept.at === root.id) {
            tell(kept.right === 1);
        }
    }

    for (const root of document.querySelectorAll(".quiz")) {
        const form = root.querySelector(".quiz-form");
        const key = root.querySelector(".quiz-key");
        const parts = Array.from(root.querySelectorAll(".quiz-part"));
        const actions = make("div", "quiz-actions");
        const status = make("p", "quiz-verdict");
        status.setAttribute("role", "status");
        if (root.dataset.kind === "flash") {
            key.after(actions, status);
            said(root, key, status, actions);
        } else {
            form.append(actions, status);
            if (root.dataset.kind === "free") {
                form.addEventListener("submit", (event) => event.preventDefault());
                judged(root, parts[0], key, status, actions);
            } else {
                compared(root, parts, key, status, actions);
            }
        }
    }
})();
