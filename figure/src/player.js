// Steps through the figures of a page. Without this file every figure is wholly visible, as those
// that are marked still are with it.
//
// A mark is veiled while its data-step is later than the current step. What lasts (bars, pauses,
// beliefs) is there from its own step on, but only down to the current instant: a clip whose
// height is the data-now of the current step's number. So nothing of the next step shows early.
(function () {
  "use strict";

  function all(root, selector) {
    return Array.prototype.slice.call(root.querySelectorAll(selector));
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  function button(text, act, className) {
    const made = element("button", className || "", text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function sentence(item, current, last) {
    function part(selector) {
      return all(item, selector).map(function (found) { return found.textContent.trim(); }).join(", ");
    }
    const who = part(".trace-who");
    const rest = [part(".trace-act"), part(".trace-result"), part(".trace-must")].filter(Boolean);
    return "Step " + current + " of " + last + ". " + (who ? who + ": " : "") + rest.join("; ") + ".";
  }

  // The question that stands directly before or after a figure, if there is one.
  function question(figure) {
    return [figure.previousElementSibling, figure.nextElementSibling].find(function (near) {
      return near && near.matches("fieldset.predict");
    });
  }

  function play(figure) {
    const items = all(figure, ".trace-steps > li[data-step]");
    const marks = all(figure, ".fig [data-step]").concat(items);
    const ending = all(figure, ".trace-steps > li:not([data-step])");
    const until = figure.querySelector(".fig-until");
    const last = items.length;
    if (!until || last === 0) return;
    const whole = until.getAttribute("height");
    const asked = question(figure);
    let waiting = Boolean(asked) && !asked.querySelector("input:checked");
    // From 0 (nothing has happened) to last; last + 1 shows all and points at nothing.
    let current = 0;

    const live = element("p", "trace-live");
    live.setAttribute("aria-live", "polite");
    const start = button("Start", function () { go(0); });
    const back = button("Back", function () { go(current - 1); });
    const next = button("Next", forward);
    const show = button("Show all", function () { go(last + 1); });
    const buttons = element("div", "trace-buttons");
    buttons.setAttribute("role", "group");
    buttons.setAttribute("aria-label", "Step through this figure");
    [start, back, next, show].forEach(function (each) { buttons.appendChild(each); });
    const controls = element("div", "trace-controls");
    controls.appendChild(buttons);
    controls.appendChild(live);
    figure.appendChild(controls);

    function say() {
      if (waiting) return "Choose an answer first, or press Show me.";
      if (current === 0) return "Before step 1 of " + last + ".";
      if (current > last) return "All " + last + " steps.";
      return sentence(items[current - 1], current, last);
    }

    function off(which, isOff) {
      // Not `disabled`: that would take the focus away from under the reader's finger.
      which.setAttribute("aria-disabled", String(isOff));
    }

    function draw() {
      marks.forEach(function (mark) {
        const step = Number(mark.getAttribute("data-step"));
        mark.classList.toggle("fig-later", step > current);
        mark.classList.toggle("fig-now", step === current);
      });
      items.forEach(function (item, index) {
        if (index + 1 === current) item.setAttribute("aria-current", "step");
        else item.removeAttribute("aria-current");
      });
      ending.forEach(function (item) { item.classList.toggle("fig-later", current < last); });
      const disc = figure.querySelector('.fig-disc[data-step="' + current + '"]');
      const height = current === 0 ? "0" : current >= last || !disc ? whole : disc.getAttribute("data-now");
      until.setAttribute("height", height);
      off(start, current === 0);
      off(back, current === 0);
      off(next, waiting || current >= last);
      off(show, waiting || current > last);
      live.textContent = say();
      return disc;
    }

    // Keeps the current step in sight above the controls.
    function follow(disc) {
      if (!disc) return;
      const box = disc.getBoundingClientRect();
      const floor = window.innerHeight - controls.offsetHeight - 48;
      const ceiling = 64;
      if (box.bottom > floor) window.scrollBy(0, box.bottom - floor);
      else if (box.top < ceiling) window.scrollBy(0, box.top - ceiling);
    }

    function go(to) {
      if (waiting && to > 0) to = 0;
      current = Math.max(0, Math.min(to, last + 1));
      follow(draw());
    }

    function forward() {
      if (current < last) go(current + 1);
    }

    // mdBook turns the page on bare arrows, so none of these keys may leave the figure.
    const keys = {
      ArrowLeft: function () { go(current - 1); },
      ArrowRight: forward,
      Home: function () { go(0); },
      End: function () { go(last); },
      Escape: function () { go(last + 1); }
    };
    figure.addEventListener("keydown", function (event) {
      const act = keys[event.key];
      if (!act || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.stopPropagation();
      event.preventDefault();
      act();
    });

    if (asked) {
      const open = function () {
        if (!waiting) return;
        waiting = false;
        draw();
      };
      asked.addEventListener("change", open);
      asked.appendChild(button("Show me", function () { open(); next.focus(); }, "trace-show-me"));
    }
    draw();
  }

  function begin() {
    all(document, "figure.trace:not(.trace-still)").forEach(play);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
