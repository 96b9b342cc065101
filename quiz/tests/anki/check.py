"""What the real Anki makes of our exports, and we of its own.

    python check.py QUIZ        QUIZ is the program, such as target/debug/quiz

Each check prints one line. Exit code 1 if one failed.

Histories are random, from a fixed seed, and end today, since Anki asks the system what day it is.
The zone is India's: half an hour off, no summer time, and Anki's day begins at 04:00 as ours does.
(Anki counts all days from today's offset. Of somebody who travels it may count a day more or less
between two answers than we do, who keep the offset of each.)

What is compared as memory is a card's stability and difficulty after its last answer that counts.
Only the first drill of a study day counts with us; a package hands all other answers over as
practice, which Anki keeps and computes nothing from. Due dates are ours, fuzz included: they are
compared with ours to the day, and Anki's own fuzz does not come into it.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path

os.environ["TZ"] = "Asia/Kolkata"
time.tzset()

from anki import import_export_pb2 as pb
from anki.collection import (
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
    ImportCsvRequest,
)
from anki.decks import DeckId, UpdateDeckConfigs

INDIA = timezone(timedelta(minutes=330))
ROOT = Path(__file__).resolve().parents[3]
DECK = "Who Holds the Lock?"
GUID = "who-holds-the-lock/"
SEED = 20261130
# Both compute in 32-bit floats with the same model: what is left is rounding. Of a state that Anki has
# stored it keeps four decimals of the stability and three of the difficulty.
EXACT = 1e-5
STORED = 1e-3
# Parameters of nobody, unlike the model's own in every place that matters.
TUNED = [
    0.4, 1.5, 3.1, 11.0, 6.1, 0.9, 2.7, 0.02, 1.7, 0.2, 0.9, 1.6, 0.07, 0.3, 1.5, 0.5, 2.1, 0.6, 0.1, 0.1, 0.2,
]  # fmt: skip


class Checks:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def that(self, name, wrong, of):
        """`wrong` lists what does not hold, out of `of` things that were looked at."""
        if wrong or not of:
            self.failed += 1
            shown = "; ".join(str(one) for one in wrong[:3]) or "nothing was compared"
            print(f"FAILED  {name}: {len(wrong)} of {of}: {shown}", flush=True)
        else:
            self.passed += 1
            print(f"ok      {name} ({of})", flush=True)

    def stage(self, do, *arguments):
        """Whatever breaks in a stage is a failure of that stage, and the others go on."""
        try:
            return do(self, *arguments)
        except Exception as error:
            self.that(f"{do.__name__} to its end", [f"{type(error).__name__}: {error}"], 1)

    def equal(self, name, found, expected):
        self.that(name, [] if found == expected else [f"{found}, expected {expected}"], 1)


class Quiz:
    """Our program, with a log and banks of its own."""

    def __init__(self, program, folder, now):
        self.program = program
        self.folder = folder
        self.data = folder / "data"
        self.banks = folder / "banks"
        self.now = now
        self.data.mkdir(parents=True)
        shutil.copytree(ROOT / "quiz" / "banks", self.banks)

    def run(self, *arguments, data=None, later=timedelta()):
        common = ["--data", data or self.data, "--banks", self.banks, "--root", ROOT]
        now = (self.now + later).isoformat(timespec="milliseconds")
        command = [self.program, *arguments, *common, "--now", now]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def export(self, form, name, **options):
        path = self.folder / name
        self.run("export", form, "--out", path, "--force", **options)
        return path

    def document(self, **options):
        return json.loads(self.run("export", "json", **options))

    def known(self):
        """What we remember, by key."""
        return {one["key"]: one for one in self.document()["memory"] if "stability" in one}

    def edit(self, before, after):
        """Changes the text of the one bank that has it."""
        for file in self.banks.glob("*.yaml"):
            text = file.read_text()
            if before in text:
                file.write_text(text.replace(before, after, 1))
                return
        raise LookupError(f"no bank says {before!r}")


def log_line(number, key, rev, at, mode, grade):
    day = (at - timedelta(hours=4)).date()
    utc = at.astimezone(timezone.utc)
    return json.dumps(
        {
            "v": 1, "id": f"{number:016x}", "key": key, "rev": rev,
            "t": utc.strftime("%Y-%m-%dT%H:%M:%S.") + f"{utc.microsecond // 1000:03}Z",
            "off": 330, "day": day.isoformat(), "mode": mode, "grade": grade, "ms": 4000 + number % 9000,
            "ans": "an answer", "seed": 0, "eng": "0.1.0",
        },
        ensure_ascii=False,
    )  # fmt: skip


def write_history(quiz, questions):
    """Some 1,700 answers to four fifths of the questions: drills at any hour, twice on one day,
    repeats in a sitting, quizzes, and a few at one and the same millisecond."""
    chance = random.Random(SEED)
    lines = []

    def answer(question, at, mode, grade):
        lines.append((at, log_line(len(lines), question["key"], question["rev"], at, mode, grade)))

    grades = lambda: chance.choices([1, 2, 3, 4], [20, 15, 55, 10])[0]
    stopped = quiz.now - timedelta(days=201)
    for number, question in enumerate(chance.sample(questions, len(questions) * 4 // 5)):
        if number < 60:
            answer(question, stopped, "drill", grades())
        days = sorted(chance.sample(range(1, 200), chance.randint(1, 8)), reverse=True)
        if chance.random() < 0.1:
            at = quiz.now - timedelta(days=days[0] + 10)
            answer(question, at, "quiz", 1)
        for day in days:
            # Any hour: what lies before 04:00 belongs to the day before.
            at = quiz.now - timedelta(days=day, minutes=chance.randint(0, 600), milliseconds=chance.randint(0, 999))
            grade = grades()
            answer(question, at, "drill", grade)
            if grade == 1:
                answer(question, at + timedelta(seconds=40), "relearn", 3)
            if chance.random() < 0.1:
                answer(question, at + timedelta(seconds=90), "drill", grades())
            if chance.random() < 0.1:
                answer(question, at + timedelta(seconds=180), "quiz", chance.choice([1, 3]))
    lines.sort(key=lambda line: line[0])
    text = "".join(line + "\n" for _, line in lines)
    (quiz.data / "reviews-pod-7.jsonl").write_text(text)


def note(quiz, **what):
    note = {"v": 1, "id": json.dumps(what), "t": "2026-01-01T00:00:00.000Z", "off": 330, "day": "2026-01-01"}
    note |= what | {"eng": "0.1.0"}
    with open(quiz.data / "reviews-pod-3.jsonl", "a") as file:
        file.write(json.dumps(note) + "\n")


def import_package(collection, path):
    options = ImportAnkiPackageOptions(
        merge_notetypes=True,
        with_scheduling=True,
        with_deck_configs=True,
        update_notes=pb.IMPORT_ANKI_PACKAGE_UPDATE_CONDITION_IF_NEWER,
        update_notetypes=pb.IMPORT_ANKI_PACKAGE_UPDATE_CONDITION_IF_NEWER,
    )
    return collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options)).log


def import_text(collection, path):
    metadata = collection.get_csv_metadata(str(path), None)
    return collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log


def cards_by_key(collection):
    cards = {}
    for card, guid in collection.db.execute("select c.id, n.guid from cards c join notes n on n.id = c.nid"):
        if guid.startswith(GUID):
            cards[guid.removeprefix(GUID)] = collection.get_card(card)
    return cards


def grades_by_key(collection):
    rows = collection.db.execute(
        "select n.guid, r.ease from revlog r join cards c on c.id = r.cid join notes n on n.id = c.nid order by r.id"
    )
    grades = defaultdict(list)
    for guid, ease in rows:
        grades[guid.removeprefix(GUID)].append(ease)
    return grades


def states_differ(memory, states, close):
    """Which keys have another stability or difficulty in Anki. `states`: key to memory state."""
    far = lambda ours, theirs: abs(ours - theirs) > close * max(abs(ours), abs(theirs))
    wrong = []
    for key, known in memory.items():
        state = states.get(key)
        if state is None:
            wrong.append(f"{key} has no memory in Anki")
        elif far(known["stability"], state.stability) or far(known["difficulty"], state.difficulty):
            ours = f"{known['stability']:.4f}, {known['difficulty']:.4f}"
            wrong.append(f"{key}: ours {ours}, Anki's {state.stability:.4f}, {state.difficulty:.4f}")
    return wrong


def a_fresh_import(check, quiz, collection):
    """Everything that a package says arrives."""
    document = quiz.document()
    questions = {one["key"]: one for one in document["questions"]}
    memory = quiz.known()
    package = quiz.export("apkg", "cards.apkg")
    check.equal("export: the same bytes each time", quiz.export("apkg", "again.apkg").read_bytes(), package.read_bytes())
    log = import_package(collection, package)
    check.equal("import: every question is a new note", len(log.new), len(questions))

    cards = cards_by_key(collection)
    check.equal("import: guids are the keys", sorted(cards), sorted(questions))
    check.equal("import: one card a question", collection.card_count(), len(questions))
    wrong = [key for key, card in cards.items() if card.nid != card.id]
    check.that("import: ids are kept, so none of ours clash", wrong, len(cards))
    wrong = []
    for key, card in cards.items():
        one = questions[key]
        tags = {f"kind::{one['kind']}", f"level::{one['level']}"} | {f"concept::{c}" for c in one["concepts"]}
        if not tags <= set(card.note().tags) or not any(tag.startswith("chapter::") for tag in card.note().tags):
            wrong.append(f"{key}: {card.note().tags}")
    check.that("import: tags", wrong, len(cards))
    decks = {key: collection.decks.name(card.did) for key, card in cards.items()}
    wrong = [f"{key}: {deck}" for key, deck in decks.items() if deck != f"{DECK}::{key.split('/')[0]}"]
    check.that("import: a deck for each bank", wrong, len(decks))
    preset = collection.decks.config_dict_for_deck_id(collection.decks.id_for_name(DECK))
    check.equal("import: the deck asks for our retention", preset["desiredRetention"], 0.9)

    today = (quiz.now - timedelta(hours=4)).date()
    dates, lengths = [], []
    for key, known in memory.items():
        card = cards[key]
        due = today + timedelta(days=card.due - collection.sched.today)
        if due.isoformat() != known["due"]:
            dates.append(f"{key}: {due}, ours {known['due']}")
        length = datetime.fromisoformat(known["due"]) - datetime.fromisoformat(known["last"])
        if card.ivl != max(1, length.days):
            lengths.append(f"{key}: {card.ivl} days, ours {length.days}")
    check.that("import: due dates", dates, len(memory))
    check.that("import: intervals", lengths, len(memory))
    states = {key: card.memory_state for key, card in cards.items()}
    check.that("import: stability and difficulty", states_differ(memory, states, STORED), len(memory))
    wrong = [key for key in memory if abs((cards[key].desired_retention or 0) - 0.9) > 1e-6]
    check.that("import: desired retention of each card", wrong, len(memory))
    wrong = [key for key in memory if cards[key].lapses != memory[key]["lapses"]]
    check.that("import: lapses", wrong, len(memory))
    new = [key for key in questions if key not in memory]
    wrong = [key for key in new if cards[key].type != 0 or cards[key].memory_state]
    check.that("import: questions never drilled are new cards", wrong, len(new))
    suspended = sorted(one["key"] for one in document["memory"] if one["suspended"])
    check.equal("import: suspended cards", sorted(key for key in cards if cards[key].queue == -1), suspended)

    ours, instants = defaultdict(list), defaultdict(list)
    for entry in document["log"]:
        if "grade" in entry:
            ours[entry["key"]].append(entry["grade"])
            instants[entry["key"]].append(datetime.fromisoformat(entry["t"]).timestamp())
    theirs = grades_by_key(collection)
    wrong = [f"{key}: {theirs[key]}, ours {ours[key]}" for key in ours if theirs[key] != ours[key]]
    check.that("import: every answer with its grade, in its order", wrong, sum(map(len, ours.values())))
    rows = {key: collection.db.list("select id from revlog where cid = ? order by id", card.id) for key, card in cards.items()}
    near = lambda key: all(0 <= row / 1000 - instant < 5 for row, instant in zip(rows[key], instants[key]))
    wrong = [key for key in ours if len(rows[key]) != len(instants[key]) or not near(key)]
    check.that("import: every answer at its instant", wrong, len(ours))
    problems, _ = collection.fix_integrity()
    check.equal("import: Anki finds nothing to repair", problems, "Database rebuilt and optimized.")
    return cards, theirs


def an_edited_text(check, quiz, collection, cards, grades):
    before, after = "Account 42 holds ₹100. Two workers take ₹30 each with the same code", "EDITED"
    quiz.edit(before, after)
    log = import_package(collection, quiz.export("apkg", "edited.apkg", later=timedelta(hours=1)))
    check.equal("edit: no new note", len(log.new), 0)
    key = "lost-update/where-the-money-went"
    again = cards_by_key(collection)
    note = again[key].note()
    check.equal("edit: the text is updated in place", (note.id, "EDITED" in note["Front"]), (cards[key].nid, True))
    fields = lambda card: (card.id, card.did, card.type, card.queue, card.due, card.ivl, card.reps, card.lapses)
    wrong = [key for key in cards if fields(again[key]) != fields(cards[key])]
    check.that("edit: no card moves", wrong, len(cards))
    check.equal("edit: the history stays", grades_by_key(collection), grades)


def a_text_file(check, quiz, folder):
    collection = Collection(str(folder / "text.anki2"))
    count = len(quiz.document()["questions"])
    log = import_text(collection, quiz.export("anki-text", "cards.txt"))
    check.equal("text: every question is a new note", len(log.new), count)
    guids = {guid.removeprefix(GUID) for guid in collection.db.list("select guid from notes")}
    check.equal("text: guids are the keys", guids, {one["key"] for one in quiz.document()["questions"]})
    decks = Counter(collection.decks.name(did) for did in collection.db.list("select did from cards"))
    banks = Counter(f"{DECK}::{one['key'].split('/')[0]}" for one in quiz.document()["questions"])
    check.equal("text: a deck for each bank", decks, banks)
    wrong = [guid for guid, tags in collection.db.execute("select guid, tags from notes") if " kind::" not in tags]
    check.that("text: tags", wrong, count)
    quiz.edit("EDITED", "EDITED AGAIN")
    log = import_text(collection, quiz.export("anki-text", "edited.txt"))
    check.equal("text, edited: no new note", (len(log.new), collection.note_count()), (0, count))
    edited = collection.find_notes('"EDITED AGAIN"')
    check.equal("text, edited: updated in place", len(edited), 1)
    collection.close()


def turn_on_fsrs(collection):
    """As the dialog of the deck's options does it: every memory is computed from the review log."""
    deck = collection.decks.id_for_name(DECK)
    current = collection.decks.get_deck_configs_for_update(deck)
    request = UpdateDeckConfigs(
        target_deck_id=deck,
        configs=[entry.config for entry in current.all_config],
        mode=0,
        card_state_customizer="",
        limits=current.current_deck.limits,
        new_cards_ignore_review_limit=False,
        apply_all_parent_limits=False,
        fsrs=True,
        fsrs_reschedule=False,
        fsrs_health_check=False,
    )
    collection.decks.update_deck_configs(request)


def the_same_memory(check, quiz, collection):
    """Anki's own FSRS, with its own parameters, over the review log that we wrote."""
    memory = quiz.known()
    # What the package said of memory goes, so that nothing of it can be compared with itself.
    collection.db.execute("update cards set data = '{}'")
    computed = {}
    for key, card in cards_by_key(collection).items():
        state = collection.compute_memory_state(card.id)
        if state.stability is not None:
            computed[key] = state
    check.equal("memory: of the same cards, 200 at least", (sorted(computed), len(memory) >= 200), (sorted(memory), True))
    check.that("memory: what Anki computes from our review log", states_differ(memory, computed, EXACT), len(memory))
    turn_on_fsrs(collection)
    stored = {key: card.memory_state for key, card in cards_by_key(collection).items()}
    wrong = states_differ(memory, stored, STORED)
    check.that("memory: what Anki stores when FSRS is turned on", wrong, len(memory))
    wrong = [key for key, state in stored.items() if state and key not in memory]
    check.that("memory: nothing of new cards", wrong, len(stored) - len(memory))


def a_tuned_schedule(check, quiz, folder):
    """A reader's own retention and parameters go along as the options of the deck."""
    tuned = Quiz(quiz.program, folder / "tuned", quiz.now)
    shutil.rmtree(tuned.data)
    shutil.copytree(quiz.data, tuned.data)
    before = quiz.known()
    note(tuned, op="tune", retention=850, weights=TUNED)
    memory = tuned.known()
    wrong = [key for key in memory if memory[key]["stability"] == before[key]["stability"]]
    check.that("tuned: our own memory is another one", wrong, len(memory))
    collection = Collection(str(folder / "tuned.anki2"))
    import_package(collection, tuned.export("apkg", "tuned.apkg"))
    cards = cards_by_key(collection)
    wrong = [key for key in memory if abs((cards[key].desired_retention or 0) - 0.85) > 1e-6]
    check.that("tuned: desired retention of each card", wrong, len(memory))
    computed = {key: collection.compute_memory_state(cards[key].id) for key in memory}
    check.that("tuned: what Anki computes with our parameters", states_differ(memory, computed, EXACT), len(memory))
    wrong = [key for key, state in computed.items() if abs(state.desired_retention - 0.85) > 1e-6]
    check.that("tuned: and the retention that it aims at", wrong, len(memory))
    collection.close()


def answers_given_in_anki(check, quiz, collection):
    collection.decks.set_current(DeckId(collection.decks.id_for_name(DECK)))
    answered = {}
    for number in range(40):
        card = collection.sched.getCard()
        if card is None:
            break
        card.start_timer()
        grade = 1 + number % 4
        collection.sched.answerCard(card, grade)
        key = card.note().guid.removeprefix(GUID)
        answered.setdefault(key, []).append(grade)
        # The row of an answer is its millisecond.
        time.sleep(0.002)
    given = sum(map(len, answered.values()))
    note = collection.new_note(collection.models.by_name("Basic"))
    note["Front"], note["Back"] = "somebody else's", "card"
    collection.add_note(note, DeckId(1))
    other = note.cards()[0]
    other.start_timer()
    collection.sched.answerCard(other, 3)
    states = {key: cards.memory_state for key, cards in cards_by_key(collection).items()}

    folder = quiz.folder
    for legacy in (True, False):
        options = ExportAnkiPackageOptions(
            with_scheduling=True, with_deck_configs=True, with_media=False, legacy=legacy
        )
        collection.export_anki_package(out_path=str(folder / f"from-{legacy}.apkg"), options=options, limit=None)
    collection.export_collection_package(str(folder / "from.colpkg"), include_media=False, legacy=False)
    before = sum("grade" in entry for entry in quiz.document()["log"])
    soon = timedelta(minutes=5)
    for name in ("from-True.apkg", "from-False.apkg", "from.colpkg"):
        data = folder / f"data-{name}"
        shutil.copytree(quiz.data, data)
        counts = json.loads(quiz.run("import", folder / name, "--json", data=data, later=soon))
        check.equal(f"back, {name}: the answers given there", (counts["new"], counts["foreign"]), (given, 1))
        check.equal(f"back, {name}: those that we have", counts["known"], before)
        counts = json.loads(quiz.run("import", folder / name, "--json", data=data, later=soon))
        check.equal(f"back, {name}: twice adds nothing", (counts["new"], counts["known"]), (0, before + given))
    quiz.data, quiz.now = data, quiz.now + soon
    got = defaultdict(list)
    for entry in quiz.document()["log"]:
        if entry["id"].startswith("anki-"):
            got[entry["key"]].append(entry["grade"])
    check.equal("back: each with its grade, in its order", dict(got), answered)
    # Where a card was answered more than once on that day, we count the first answer and Anki all.
    once = {key: one for key, one in quiz.known().items() if len(answered.get(key, [])) == 1}
    check.that("back: we come to Anki's own memory of them", states_differ(once, states, STORED), len(once))


def main(program):
    folder = Path(tempfile.mkdtemp(prefix="anki-"))
    check = Checks()
    quiz = Quiz(Path(program).resolve(), folder / "quiz", datetime.now(INDIA))
    questions = quiz.document()["questions"]
    write_history(quiz, questions)
    note(quiz, op="suspend", key=questions[3]["key"])
    note(quiz, op="suspend", key=questions[7]["key"])
    collection = Collection(str(folder / "fresh.anki2"))
    cards, grades = check.stage(a_fresh_import, quiz, collection) or ({}, {})
    check.stage(an_edited_text, quiz, collection, cards, grades)
    check.stage(a_text_file, quiz, folder)
    check.stage(the_same_memory, quiz, collection)
    check.stage(a_tuned_schedule, quiz, folder)
    check.stage(answers_given_in_anki, quiz, collection)
    collection.close()
    shutil.rmtree(folder)
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
