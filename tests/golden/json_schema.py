"""What the tests of --json share: a JSON Schema as the tools use it, the page that describes the same, and what the tests found."""
import json
import re

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


def is_type(value, name):
    if isinstance(value, bool) and name in ("integer", "number"):
        return False
    return isinstance(value, TYPES[name])


class Schema:
    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            self.defs = json.load(f)["$defs"]
        self.seen = set()
        self.failures = []
        self.passed = 0

    def report(self, name, problems):
        if problems:
            self.failures.append(name)
            print(f"FAILED {name}", *problems[:20], sep="\n    ")
        else:
            self.passed += 1

    def whole(self, by):
        """A schema with what it refers to."""
        if "$ref" not in by:
            return by
        base = self.whole(self.defs[by["$ref"].rsplit("/", 1)[1]])
        return {**base, **by, "required": base.get("required", []) + by.get("required", []),
                "properties": {**base.get("properties", {}), **by.get("properties", {})}}

    def check(self, value, by, where):
        """Problems of a value, with members that the schema lacks among them."""
        by = self.whole(by)
        names = by["type"] if isinstance(by["type"], list) else [by["type"]]
        if not any(is_type(value, n) for n in names):
            yield f"{where}: {value!r} is no {names}"
            return
        if "enum" in by and value not in by["enum"]:
            yield f"{where}: {value!r} is none of {by['enum']}"
        if isinstance(value, dict):
            for key in by.get("required", []):
                if key not in value:
                    yield f"{where}: no {key}"
            for key, member in value.items():
                patterns = [s for p, s in by.get("patternProperties", {}).items() if re.search(p, key)]
                one = by.get("properties", {}).get(key) or (patterns[0] if patterns else by.get("additionalProperties"))
                if one is None:
                    yield f"{where}: the schema lacks {key}"
                    continue
                self.seen.add(id(one))
                yield from self.check(member, one, f"{where}.{key}")
        if isinstance(value, list):
            for i, member in enumerate(value):
                yield from self.check(member, by["items"], f"{where}[{i}]")

    def members(self, by, prefix=""):
        """Paths of the members of a definition, and their identities; not those of what it refers to."""
        while by.get("type") == "array":
            by = by["items"]
        for key, member in by.get("properties", {}).items():
            yield prefix + key, id(member)
            yield from self.members(member, prefix + key + ".")

    def compare_page(self, page, headings, unprinted=()):
        """The page has the members of the schema, and all but the paths in unprinted were printed."""
        for name, heading in headings.items():
            paths = dict(self.members(self.defs[name]))
            self.report(f"{name}: members that nothing printed", [p for p, key in paths.items() if key not in self.seen and f"{name}.{p}" not in unprinted])
            part = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", page, re.S | re.M)
            rows = re.findall(r"^\| `([a-z0-9_.]+)` \|", part.group(1), re.M) if part else []
            self.report(f"{name}: the page has the members of the schema", sorted(set(rows) ^ set(paths)))
