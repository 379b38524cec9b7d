"""Runs the built program for the tests of the command line."""

import json
import os
import subprocess

PROGRAM = os.environ["RINGSCOPE"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*arguments, environment=None, timeout=120, **options):
    """The finished process: returncode, stdout, stderr as text. environment: changes; None unsets."""
    variables = dict(os.environ)
    for name, value in (environment or {}).items():
        variables.pop(name, None)
        if value is not None:
            variables[name] = value
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PROGRAM, *arguments], env=variables, stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace",
                          timeout=timeout, **options)


def json_of(*arguments, **options):
    """What the command prints as JSON; an error when it fails."""
    finished = run(*arguments, "--json", **options)
    if finished.returncode != 0:
        raise AssertionError(f"exit code {finished.returncode}: {finished.stderr}")
    return json.loads(finished.stdout)
