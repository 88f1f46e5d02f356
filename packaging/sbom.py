#!/usr/bin/env python3
"""Writes the software bill of materials of the programs in CycloneDX 1.5, from the output of `cargo metadata`."""

import json
import sys

PROGRAMS = ("rival", "rival-arena", "rival-web", "human", "minimal", "textbook")


def needed(metadata: dict) -> set[str]:
    """Returns the identifiers of the packages that the programs link, without those of builds and tests."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [package["id"] for package in metadata["packages"] if package["name"] in PROGRAMS]
    found: set[str] = set()
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return found


def component(package: dict) -> dict:
    """Returns the entry of a package."""
    entry = {
        "type": "library",
        "bom-ref": f"pkg:cargo/{package['name']}@{package['version']}",
        "name": package["name"],
        "version": package["version"],
        "purl": f"pkg:cargo/{package['name']}@{package['version']}",
    }
    if package["license"]:
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    return entry


def main() -> None:
    """Reads the metadata from the standard input."""
    metadata = json.load(sys.stdin)
    packages = {package["id"]: package for package in metadata["packages"]}
    components = [component(packages[package]) for package in needed(metadata)]
    components.sort(key=lambda entry: (entry["name"], entry["version"]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "rival", "version": sys.argv[1]}},
        "components": components,
    }
    json.dump(bill, sys.stdout, indent=1)
    print()


main()
