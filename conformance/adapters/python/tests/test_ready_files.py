"""Tests of the files in conformance/ci, and of the action at the top of the repository: they are well-formed, and their
commands give the report of a single run.

Skipped without the program, which $ASCERTAIN names or PATH holds, and those of YAML files without PyYAML.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from test_adapters import DEADLINE, FOLDER

FILES = FOLDER.parents[1] / "ci"
ACTION = FOLDER.parents[2] / "action.yml"
PROGRAM = os.environ.get("ASCERTAIN") or shutil.which("ascertain")
PARTS = "2"
FUZZ = "100"


def without_times(report: Path) -> str:
    return re.sub(r'("seconds":\s*)[0-9.eE+-]+', r"\g<1>0", report.read_text())


class InFolder(unittest.TestCase):
    """Runs commands in a folder of their own, where `ascertain` is on PATH."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        (self.programs / "ascertain").symlink_to(os.path.abspath(str(PROGRAM)))

    def run_command(self, *command: str, **environment: str) -> None:
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        # What a batch system sets here is not what this test sets.
        others = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM_", "JOB_"))}
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE, check=False,
                              env={**others, "PATH": path, "BACKEND": "reference", "FUZZ": FUZZ, **environment})
        self.assertEqual(done.returncode, 0, f"{command}: {done.stdout}{done.stderr}")

    def assert_whole(self) -> None:
        """The joined report is that of a single run."""
        self.run_command("ascertain", "run", "--fuzz", FUZZ, "--report", "json=whole.json")
        self.assertEqual(without_times(self.folder / "report.json"), without_times(self.folder / "whole.json"))


def load(name: str) -> list[Any]:
    """The documents of a YAML file."""
    import yaml

    return list(yaml.safe_load_all((FILES / name).read_text()))


@unittest.skipUnless(importlib.util.find_spec("yaml"), "no PyYAML")
class GitHubActions(InFolder):
    def setUp(self) -> None:
        super().setUp()
        [self.workflow] = load("github-actions.yml")
        self.jobs = self.workflow["jobs"]

    def step(self, job: str, name: str) -> str:
        [step] = [step for step in self.jobs[job]["steps"] if step.get("name") == name]
        return str(step["run"])

    def test_jobs_and_artifacts_exist(self) -> None:
        for name, job in self.jobs.items():
            self.assertIn(job.get("needs", name), self.jobs)
            for step in job["steps"]:
                self.assertEqual(len({"uses", "run"} & set(step)), 1, step)
        # `on` is the YAML word for true.
        self.assertIn(True, self.workflow)
        matrix = self.jobs["part"]["strategy"]["matrix"]
        self.assertEqual(matrix, {"part": list(range(1, len(matrix["part"]) + 1))})
        used = set(re.findall(r"\$\{\{ (\S+) \}\}", (FILES / "github-actions.yml").read_text()))
        self.assertEqual(used, {"matrix.part", "strategy.job-total"})

    @unittest.skipUnless(PROGRAM, "no `ascertain`")
    def test_the_joined_report_is_that_of_a_single_run(self) -> None:
        for part in ("1", PARTS):
            # The shell of the runners, with its options.
            self.run_command("bash", "-eo", "pipefail", "-c", self.step("part", "run"), PART=part, PARTS=PARTS)
        self.run_command("bash", "-eo", "pipefail", "-c", self.step("report", "merge"))
        self.assert_whole()


@unittest.skipUnless(importlib.util.find_spec("yaml"), "no PyYAML")
class Action(InFolder):
    def setUp(self) -> None:
        super().setUp()
        import yaml

        self.action = yaml.safe_load(ACTION.read_text())
        self.steps = self.action["runs"]["steps"]
        self.inputs = self.action["inputs"]

    def test_inputs_reach_the_program_as_variables_alone(self) -> None:
        scripts = "".join(step["run"] for step in self.steps)
        self.assertNotIn("${{", scripts)
        variables = {name: value for step in self.steps for name, value in step.get("env", {}).items()}
        wanted = {f"${{{{ inputs.{name} }}}}" for name in self.inputs}
        self.assertEqual(set(variables.values()), wanted)
        for name in variables:
            self.assertIn(f"${name}", scripts)
        for name, value in self.inputs.items():
            self.assertEqual("default" in value, not value.get("required"), name)
            self.assertTrue(value["description"])
        for output in self.action["outputs"].values():
            [step, name] = re.findall(r"steps[.](\w+)[.]outputs[.](\w+)", output["value"])[0]
            [step] = [other for other in self.steps if other.get("id") == step]
            self.assertIn(f"{name}=%s", step["run"])

    def test_the_steps_are_scripts_without_mistakes(self) -> None:
        for step in self.steps:
            self.assertEqual(step["shell"], "bash")
            subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)
            if shutil.which("shellcheck"):
                subprocess.run(["shellcheck", "--shell=bash", "-"], input=step["run"], text=True, check=True)

    def run_step(self, **inputs: str) -> tuple[int, dict[str, str], str]:
        """Runs the program as GitHub does: exit code, outputs, and the step's summary."""
        [step] = [step for step in self.steps if step["name"] == "run"]
        output, summary = self.folder / "output", self.folder / "summary"
        output.write_text("")
        summary.write_text("")
        values = {name: value.get("default", "") for name, value in self.inputs.items()} | inputs
        given = {name: values[re.findall(r"inputs[.]([\w-]+)", value)[0]] for name, value in step["env"].items()}
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        github = {"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary)}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.folder,
                              capture_output=True, text=True, timeout=DEADLINE, check=False,
                              env={**os.environ, **given, **github, "PATH": path})
        outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
        return done.returncode, outputs, summary.read_text()

    @unittest.skipUnless(PROGRAM, "no `ascertain`")
    def test_the_step_runs_the_program_and_says_what_came_out(self) -> None:
        chosen = {"backend": "reference", "profile": "latest", "fuzz": FUZZ, "fail-under": "10",
                  "arguments": "--filter\nreinterpret/*\n\n--seed\n7\n", "report": "a report.json"}
        code, outputs, summary = self.run_step(**chosen)
        self.assertEqual((code, outputs), (0, {"outcome": "obeyed", "report": "a report.json"}))
        self.assertIn("### ascertain", summary)
        report = json.loads((self.folder / "a report.json").read_text())
        self.assertEqual((report["profile"], report["seed"], report["random"]["fuzz"]), ("latest", "7", int(FUZZ)))
        known = self.folder / "known.toml"
        known.write_text('version = 1\n[[known]]\ncases = "reinterpret/*"\nreason = "r"\n')
        self.assertEqual(self.run_step(backend="reference", known=str(known), arguments="--filter=reinterpret")[:2],
                         (1, {"outcome": "not-obeyed", "report": "ascertain.json"}))
        self.assertEqual(self.run_step(backend="process:false")[1]["outcome"], "not-judged")

    @unittest.skipUnless(PROGRAM, "no `ascertain`")
    def test_no_input_is_a_command(self) -> None:
        for name in self.inputs:
            text = "$(touch taken); touch taken; `touch taken` \"; touch taken; \" ' touch taken '"
            _, outputs, _ = self.run_step(**{"backend": "reference", name: text})
            self.assertFalse((self.folder / "taken").exists(), name)
            self.assertIn("outcome", outputs)


class Slurm(InFolder):
    script = str(FILES / "slurm.sh")

    def test_it_is_a_script(self) -> None:
        subprocess.run(["bash", "-n", self.script], check=True)
        text = (FILES / "slurm.sh").read_text()
        self.assertTrue(text.startswith("#!/bin/bash\n"))
        # sbatch reads its options up to the first command.
        self.assertNotIn("#SBATCH", text[text.index("\nset "):])

    @unittest.skipUnless(PROGRAM, "no `ascertain`")
    def test_the_joined_report_is_that_of_a_single_run(self) -> None:
        for part in ("1", PARTS):
            self.run_command("bash", self.script, SLURM_ARRAY_TASK_ID=part, SLURM_ARRAY_TASK_COUNT=PARTS)
        # One part again, which goes on at its end.
        self.run_command("bash", self.script, SLURM_ARRAY_TASK_ID="1", SLURM_ARRAY_TASK_COUNT="1", PARTS=PARTS)
        self.run_command("bash", self.script, "merge")
        self.assert_whole()


@unittest.skipUnless(importlib.util.find_spec("yaml"), "no PyYAML")
class Kubernetes(InFolder):
    def setUp(self) -> None:
        super().setUp()
        self.parts, self.merge = load("kubernetes.yaml")

    def container(self, job: Any) -> Any:
        [container] = job["spec"]["template"]["spec"]["containers"]
        return container

    def test_the_parts_are_counted_once(self) -> None:
        parts = {entry["name"]: entry["value"] for entry in self.container(self.parts)["env"]}["PARTS"]
        self.assertEqual({str(self.parts["spec"][key]) for key in ("completions", "parallelism")}, {parts})
        self.assertEqual(self.parts["spec"]["completionMode"], "Indexed")
        text = (FILES / "kubernetes.yaml").read_text()
        for job in (self.parts, self.merge):
            self.assertIn(f"--selector step={job['metadata']['labels']['step']} ", text)
            spec = job["spec"]["template"]["spec"]
            mounts = self.container(job)["volumeMounts"]
            self.assertEqual([mount["name"] for mount in mounts], [volume["name"] for volume in spec["volumes"]])
            self.assertEqual(self.container(job)["workingDir"], mounts[0]["mountPath"])
            self.assertEqual(spec["restartPolicy"], "Never")

    @unittest.skipUnless(PROGRAM, "no `ascertain`")
    def test_the_joined_report_is_that_of_a_single_run(self) -> None:
        def run(job: Any, **environment: str) -> None:
            container = self.container(job)
            self.run_command(*container["command"], *container["args"], **environment)

        # The first one twice: its pod is started again.
        for index in ("0", "0", "1"):
            run(self.parts, JOB_COMPLETION_INDEX=index, PARTS=PARTS)
        run(self.merge)
        self.assert_whole()


class Nextest(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("tomllib"), "no tomllib")
    def test_the_profile_is_the_one_that_the_comment_names(self) -> None:
        import tomllib

        text = (FILES / "nextest.toml").read_text()
        [profile] = tomllib.loads(text)["profile"]
        self.assertIn(f"--profile {profile} --partition slice:1/4", text)


if __name__ == "__main__":
    unittest.main()
