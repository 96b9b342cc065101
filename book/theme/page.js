// What a page of the book does beside mdBook: it keeps predictions and recalled text in this
// browser, and mends what mdBook leaves to the mouse. Without it everything can still be read.
"use strict";

(() => {
    const printed = location.pathname.endsWith("/print.html");

    // Where storing is forbidden, a page forgets; it does not fail.
    const store = {
        key: (kind, id) => `workbook/${kind}/${id}`,
        get(kind, id) {
            try {
                return localStorage.getItem(this.key(kind, id));
            } catch {
                return null;
            }
        },
        set(kind, id, value) {
            try {
                if (value === null) {
                    localStorage.removeItem(this.key(kind, id));
                } else {
                    localStorage.setItem(this.key(kind, id), value);
                }
            } catch {
                // As above.
            }
        },
    };

    // The element that the address names; a broken escape in it names none.
    function target() {
        try {
            return document.getElementById(decodeURIComponent(location.hash.slice(1)));
        } catch {
            return null;
        }
    }

    function make(name, className, text = "") {
        const element = document.createElement(name);
        element.className = className;
        element.textContent = text;
        return element;
    }

    // The page comes from `cargo book`, which can hand on what a run refuted. No other server is told
    // what somebody predicted.
    const served = () => document.querySelector('script[src="/__live.js"]') !== null;

    async function handedOn(prediction, choice) {
        try {
            return served() && (await fetch(`/__prediction/${prediction}/${choice}`, { method: "POST" })).ok;
        } catch {
            return false;
        }
    }

    // What the reader can do about a prediction that went wrong: nothing more, or one command.
    function toDrill(line, prediction, noted) {
        if (noted) {
            line.textContent = "The drill will ask you about this: ";
            line.append(make("code", "", "cargo quiz"));
            return;
        }
        const command = `cargo quiz missed ${prediction}`;
        line.textContent = "To have the drill ask you about this: ";
        line.append(make("code", "", command));
        if (navigator.clipboard) {
            const copy = make("button", "predict-copy", "Copy");
            copy.type = "button";
            copy.setAttribute("aria-label", `Copy the command ${command}`);
            copy.addEventListener("click", async () => {
                try {
                    await navigator.clipboard.writeText(command);
                    copy.textContent = "Copied";
                } catch {
                    copy.textContent = "Not allowed: mark it and copy";
                }
            });
            line.append(" ", copy);
        }
    }

    // A run stays hidden until the reader has committed to an answer, or has declined to.
    function predictions() {
        const SKIPPED = "0";
        for (const box of document.querySelectorAll(".predict")) {
            const form = box.querySelector(".predict-form");
            const outcome = box.querySelector(".predict-outcome");
            const radios = Array.from(form.querySelectorAll("input"));
            const record = make("button", "predict-record", "Record my prediction");
            const skip = make("button", "predict-skip", "Show the run without one");
            const again = make("button", "predict-again", "Predict again");
            const actions = make("div", "predict-actions");
            const said = make("p", "predict-said");
            const compare = make("p", "predict-compare");
            const drill = make("p", "predict-drill");
            const { prediction } = box.dataset;
            for (const button of [record, skip, again]) {
                button.type = "button";
                actions.append(button);
            }
            said.setAttribute("role", "status");
            said.tabIndex = -1;
            form.append(actions, said);
            outcome.querySelector("summary").after(compare, drill);

            const show = (choice) => {
                const chosen = radios.find((radio) => radio.value === choice);
                const text = chosen ? chosen.closest("label").textContent.trim() : "";
                radios.forEach((radio) => {
                    radio.checked = radio === chosen;
                    radio.disabled = choice !== null;
                });
                box.classList.toggle("waiting", choice === null);
                record.hidden = skip.hidden = choice !== null;
                again.hidden = choice === null;
                said.textContent = chosen ? `You predicted: ${text}. Now step through the run.` : "";
                compare.textContent = chosen ? "You predicted: " : "You made no prediction.";
                compare.classList.toggle("predict-none", !chosen);
                if (chosen) {
                    const same = choice === outcome.dataset.right;
                    compare.append(make("strong", "", text), same ? ". So it is." : ". The run shows something else.");
                }
                drill.hidden = !chosen || choice === outcome.dataset.right || prediction === undefined;
                if (!drill.hidden) {
                    toDrill(drill, prediction, store.get("handed-on", box.id) === choice);
                }
                if (choice === null) {
                    outcome.open = false;
                }
            };
            // Each wrong prediction is handed on, the second one of the same too.
            const handOn = async (choice) => {
                const done = await handedOn(prediction, choice);
                store.set("handed-on", box.id, done ? choice : null);
                toDrill(drill, prediction, done);
            };
            record.addEventListener("click", () => {
                const chosen = radios.find((radio) => radio.checked);
                if (!chosen) {
                    said.textContent = "Choose one of them first.";
                    return;
                }
                store.set("predict", box.id, chosen.value);
                show(chosen.value);
                said.focus();
                if (!drill.hidden) {
                    handOn(chosen.value);
                }
            });
            skip.addEventListener("click", () => {
                store.set("predict", box.id, SKIPPED);
                show(SKIPPED);
                again.focus();
            });
            again.addEventListener("click", () => {
                store.set("predict", box.id, null);
                show(null);
                radios[0].focus();
            });
            // A link may lead into a run that is still hidden.
            const reveal = () => {
                const wanted = target();
                if (wanted && wanted !== box && box.classList.contains("waiting") && box.contains(wanted)) {
                    show(SKIPPED);
                    wanted.scrollIntoView();
                }
            };
            show(store.get("predict", box.id));
            reveal();
            addEventListener("hashchange", reveal);
        }
    }

    function recall() {
        for (const text of document.querySelectorAll(".recall-text")) {
            const id = text.closest(".recall").id;
            text.value = store.get("recall", id) ?? "";
            text.addEventListener("input", () => store.set("recall", id, text.value));
        }
    }

    // mdBook's toggle is a <label>: no keyboard reaches it, and it may not carry aria-expanded.
    // A button takes its place and presses it.
    function sidebarToggle() {
        const label = document.getElementById("mdbook-sidebar-toggle");
        if (!label) {
            return;
        }
        const button = make("button", label.className);
        button.type = "button";
        button.title = label.title;
        button.setAttribute("aria-label", label.title);
        button.setAttribute("aria-controls", "mdbook-sidebar");
        button.append(...Array.from(label.childNodes, (node) => node.cloneNode(true)));
        button.addEventListener("click", () => label.click());
        label.hidden = true;
        label.removeAttribute("id");
        button.id = "mdbook-sidebar-toggle";
        label.after(button);
        const root = document.documentElement;
        const tell = () => {
            button.setAttribute("aria-expanded", String(root.classList.contains("sidebar-visible")));
        };
        tell();
        new MutationObserver(tell).observe(root, { attributes: true, attributeFilter: ["class"] });
        document.getElementById("mdbook-menu-bar")?.setAttribute("role", "banner");
    }

    // Bare arrows turn the page in mdBook; inside what has arrows of its own they must not.
    function arrows() {
        const own = ".trace, .predict, .recall, .exercise, pre, details, form";
        document.querySelector("main")?.addEventListener("keydown", (event) => {
            if (/^Arrow(Left|Right)$/.test(event.key) && event.target.closest(own)) {
                event.stopPropagation();
            }
        });
    }

    // A long line or a wide table scrolls in its own box; the keyboard must get there too. A box may
    // be narrow at first, or hidden in another one.
    function scrollers() {
        const look = (box) => {
            if (box.scrollWidth > box.clientWidth) {
                box.tabIndex = 0;
            } else {
                box.removeAttribute("tabindex");
            }
        };
        const seen = new ResizeObserver((changes) => changes.forEach(({ target: box }) => look(box)));
        for (const box of document.querySelectorAll("main pre > code, main .table-wrapper")) {
            look(box);
            seen.observe(box);
        }
    }

    // A table that stands right behind a figure and begins with `step` goes along with it.
    function companions() {
        for (const figure of document.querySelectorAll("main figure.trace:not(.trace-still)")) {
            const table = figure.nextElementSibling?.closest("table, .table-wrapper")?.querySelector("tbody");
            const steps = figure.querySelector(".trace-steps");
            const head = table?.parentElement.querySelector("th");
            if (!steps || head?.textContent.trim() !== "step") {
                continue;
            }
            const look = () => {
                const now = steps.querySelector('[aria-current="step"]')?.dataset.step;
                for (const row of table.rows) {
                    if (row.cells[0].textContent.trim() === now) {
                        row.setAttribute("aria-current", "step");
                    } else {
                        row.removeAttribute("aria-current");
                    }
                }
            };
            new MutationObserver(look).observe(steps, { subtree: true, attributeFilter: ["aria-current"] });
            look();
        }
    }

    function brokenCode() {
        for (const button of document.querySelectorAll(".broken .clip-button")) {
            button.remove();
        }
    }

    function print() {
        let closed = [];
        addEventListener("beforeprint", () => {
            closed = Array.from(document.querySelectorAll("main details:not([open])"));
            closed.forEach((details) => { details.open = true; });
        });
        addEventListener("afterprint", () => closed.forEach((details) => { details.open = false; }));
    }

    if (!printed) {
        predictions();
        recall();
        companions();
    }
    sidebarToggle();
    arrows();
    scrollers();
    brokenCode();
    print();
})();
