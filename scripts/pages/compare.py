#!/usr/bin/env python3
"""Compares what `ascertain-spec import --dry-run … --report SURVEY` read of pages with the second reading of the same pages.

    scripts/pages/compare.py SURVEY.json SECOND.json [--list refused,apart,dropped] [--sample N] [--seed N]

Exit code 1 if the two disagree on a fact or its place. A fact that one reader has and the other has not is a disagreement too, unless
the reader without it lists a sentence there as not read; those are counted apart, and so are sentences with a normative
word that neither reader understood and the importer does not list. With `--sample`, only N of the pages read are compared.
"""

import argparse
import json
import random
import re
import sys
import unicodedata
from collections import Counter

from words import TYPE, dtype

NORMATIVE = re.compile(
    r"\b(?:only|must|cannot|applies)\b|仅|只|必须|支持|需(?!要计算|要进行|要在Device)|不能|不可|不允许|不得|应|范围|一致|相同|大于|小于|等于|不超过|至少|最多|限制|默认|要求|满足|保持"
)

# What a sentence that is not read must hold, for it to be the one that states a fact of this kind.
ABOUT = {
    "dtypes": r"支持|[A-Z]{3}|int|float|一致|相同",
    "product dtypes": r"支持|产品",
    "formats": r"格式|ND|NC|NZ|一致",
    "empty": r"空",
    "ranks": r"维|shape|dim|D\b|\d",
    "strided": r"连续|支持",
    "range": r"范围|\[",
    "null": r"空|NULL",
    "deterministic": r"确定性",
    "direction": r"",
    "status": r"\d{6}",
    "product": r"",
    "max_rank": r"维",
}


def imported(page):
    """The importer's facts of a page as {key: (value, first line, last line)}."""
    facts = {}

    def put(key, value, at):
        if value not in (None, (), []):
            facts[key] = (value, *at.get("lines", at.get("bytes", (0, 0))))

    for document in page["facts"]:
        for table in document.get("tables", []):
            put(("columns", table["id"]), tuple(table["columns"]), table)
            put(("rows", table["id"]), tuple(table["rows"]), table)
            for row, cells in zip(table["rows"], table["cells"], strict=True):
                for column, cell in zip(table["columns"], cells, strict=True):
                    facts[("cell", table["id"], row, column)] = (cell["result"], *cell.get("lines", (0, 0)))
            for rule in table.get("rules", []):
                put(("rule", table["id"], rule["operand"], *rule["partners"]), (rule["only"], rule["gives"]), rule)
        for one in document.get("types", []):
            put(("type", one["name"]), one["dtype"], one)
            put(("aliases", one["name"]), tuple(one["aliases"]), one)
        for name in document.get("other_types", []):
            facts[("type", name)] = (None, 0, 10**9)
        if operator := document.get("operator"):
            operator_facts(put, operator)
    return facts


def operator_facts(put, operator):
    for key in ("max_rank", "deterministic"):
        if key in operator:
            put((key,), operator[key]["value"], operator[key])
    for product in operator["products"]:
        put(("product", unicodedata.normalize("NFKC", product["name"])), product["supported"], product)
    for function in operator["functions"]:
        name = function["name"]
        put(("function", name), function["returns"], function)
        put(("parameters", name), tuple(one["name"] for one in function["parameters"]), function)
        for null in function.get("nulls", []):
            put(("null", name, null["name"]), True, null)
        for status in function["statuses"]:
            put(("status", name, status["name"]), status["number"], status)
        for one in function["parameters"]:
            put(("c", name, one["name"]), re.sub(r"\s", "", one["c"]), function)
            for key in ("direction", "empty", "strided", "range"):
                put((key, name, one["name"]), one.get(key), one)
            for key in ("dtypes", "formats"):
                put((key, name, one["name"]), tuple(one[key]), one)
            if ranks := one.get("ranks"):
                put(("ranks", name, one["name"]), (ranks.get("least"), ranks.get("most")), one)
            for limited in one.get("product_dtypes", []):
                put(
                    ("product dtypes", name, one["name"], *sorted(limited["products"])),
                    tuple(limited["dtypes"]),
                    limited,
                )


def second(page):
    freeze = lambda value: tuple(map(freeze, value)) if isinstance(value, list) else value
    same = lambda key: ("product", unicodedata.normalize("NFKC", key[1])) if key[0] == "product" else key
    return {same(freeze(key)): (freeze(value), first, last) for key, value, first, last in page["facts"]}


def squeeze(text):
    return re.sub(r"[^\w√×<>=≤≥+]+", "", unicodedata.normalize("NFKC", text))


def compare(page, other):
    """Disagreements, facts that one reader lists as not read, and sentences that nobody accounts for."""
    ours, theirs = imported(page), second(other)
    unread = [(one, *one.get("lines", (0, 0))) for document in page["facts"] for one in document["unread"]]
    open_sentences = [one for one in other["sentences"] if not one[3]]
    listed_by_importer = [
        (one["about"], one.get("text", ""), line) for one, first, last in unread for line in range(first, last + 1)
    ]
    wrong, apart = [], []
    for key in sorted({**ours, **theirs}, key=str):
        if key[0] == "type" and key not in theirs and ours[key][0] is None:
            continue
        mine, yours = ours.get(key), theirs.get(key)
        if mine and yours:
            if mine[0] != yours[0]:
                note = f"importer {mine[0]} in lines {mine[1]}-{mine[2]}, second reader {yours[0]} in lines {yours[1]}-{yours[2]}"
                (apart if key[0] == "dtypes" and remarked(key[1], mine[0], yours[0], unread) else wrong).append(
                    (key, note)
                )
            elif mine[2] < yours[1] or yours[2] < mine[1]:
                wrong.append(
                    (key, f"place: importer lines {mine[1]}-{mine[2]}, second reader lines {yours[1]}-{yours[2]}")
                )
            continue
        have, who = (mine, "importer") if mine else (yours, "second reader")
        note = f"only the {who}: {have[0]} in lines {have[1]}-{have[2]}"
        lists = open_sentences if mine else listed_by_importer
        listed = any(
            re.search(ABOUT.get(key[0], "$^"), text) and near(key, have, about, line, bool(mine))
            for about, text, line, *_ in lists
        )
        (apart if listed else wrong).append((key, note))
    listed = squeeze("\n".join(one.get("text", "") for one, _, _ in unread))
    dropped = [
        (about, text, line)
        for about, text, line, _ in open_sentences
        if NORMATIVE.search(text) and not accounted(text, listed)
    ]
    return wrong, apart, dropped


def remarked(function, mine, yours, unread):
    """Whether the importer lists remarks below the table that name all dtypes on which the readers differ."""
    said = " ".join(one.get("text", "") for one, _, _ in unread if one["about"] == f"{function}, parameters")
    return set(mine) ^ set(yours) <= {dtype(name) for name in re.findall(TYPE, said)}


def near(key, fact, about, line, any_subject):
    """Whether a sentence that is not read may be the one that states the fact. What is said below a table is about
    `FUNCTION, parameters`, wherever the parameter is."""
    if key[0] == "product dtypes" and key[1] in about and "parameters" in about:
        return True
    if key[0] == "null":
        any_subject = any_subject or key[1] in about
    subject = key[2] if len(key) > 2 else ""
    return fact[1] - 1 <= line <= fact[2] + 1 and (any_subject or subject in about)


def accounted(text, listed):
    """Whether the importer lists the sentence, or all clauses of it that sound normative."""
    return squeeze(text) in listed or all(
        squeeze(clause) in listed for clause in re.split(r"[，,：:]", text) if NORMATIVE.search(clause)
    )


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("survey")
    arguments.add_argument("second")
    arguments.add_argument("--list", default="", help="also print: refused, apart, dropped")
    arguments.add_argument("--sample", type=int, help="compare the first N pages read, in a random order of all pages")
    arguments.add_argument("--seed", type=int, default=18)
    given = arguments.parse_args()
    with open(given.survey, encoding="utf-8") as file:
        survey = {page["path"]: page for page in json.load(file)["pages"]}
    with open(given.second, encoding="utf-8") as file:
        others = {page["path"]: page for page in json.load(file)["pages"]}
    if lost := set(survey) ^ set(others):
        sys.exit(f"{given.survey} and {given.second} are not of the same pages: {', '.join(sorted(lost)[:5])}")
    read = sorted(path for path, page in survey.items() if page["outcome"] == "read")
    if given.sample:
        order = random.Random(given.seed).sample(sorted(survey), len(survey))
        read = [path for path in order if survey[path]["outcome"] == "read"][: given.sample]
        print(f"{len(read)} pages chosen with seed {given.seed}")
    count, kinds, bad = Counter(), Counter(), 0
    for path in sorted(survey):
        if survey[path]["outcome"] != "read":
            count[survey[path]["outcome"]] += 1
            if "refused" in given.list:
                reasons = "; ".join(f"{one['says']} {one.get('lines', '')}" for one in survey[path]["errors"][:3])
                print(f"{path}: {survey[path]['outcome']}: {reasons}")
    for path in read:
        wrong, apart, dropped = compare(survey[path], others[path])
        bad += bool(wrong)
        for key, note in wrong:
            print(f"{path}: {', '.join(map(str, key))}: {note}")
            kinds[key[0]] += 1
        count += Counter(
            {"facts": len(imported(survey[path])), "wrong": len(wrong), "apart": len(apart), "dropped": len(dropped)}
        )
        for key, note in apart if "apart" in given.list else ():
            print(f"  apart: {path}: {', '.join(map(str, key))}: {note}")
        for about, text, line in dropped if "dropped" in given.list else ():
            print(f"  neither read nor listed: {path}:{line}: {about}: " + text.replace("\n", " / "))
    print(
        f"{len(read)} pages compared, {count['refused']} refused, {count['other']} of another kind; {count['facts']} facts, "
        f"{count['wrong']} disagreements on {bad} pages; {count['apart']} facts where the other reader lists a sentence as not read; "
        f"{count['dropped']} sentences with a normative word that neither reader read and the importer does not list"
    )
    for kind, number in kinds.most_common():
        print(f"  {number} of kind {kind}")
    sys.exit(1 if count["wrong"] else 0)


if __name__ == "__main__":
    main()
