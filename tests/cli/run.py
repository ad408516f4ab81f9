#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every command of the program as a user runs it: results, JSON, bad input, interruption, exact replay.

    tests/cli/run.py build/ingot build/libingot.so
"""
import base64
import csv
import http.client
import json
import os
import pathlib
import pty
import resource
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.path.abspath(sys.argv[1])
LIBRARY = os.path.abspath(sys.argv[2])
SANITIZED = "san" in pathlib.Path(PROGRAM).parent.name
COMMANDS = ["run", "render", "info", "check", "convert", "bench", "compare", "view", "export"]
OWN = sorted(path.stem for path in (ROOT / "models").glob("*.xml"))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def ingot(self, *words, code=0, env=None):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.path, env=env, capture_output=True, text=True, errors="replace", timeout=300)
        self.assertEqual(done.returncode, code, f"ingot {words}: {done.stdout}\n{done.stderr}")
        return done

    def data(self, *words, code=0):
        return json.loads(self.ingot(*words, "--json", code=code).stdout)

    def table(self, name):
        with open(self.path / name) as file:
            return list(csv.reader(file))

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name


class Help(Case):
    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            text = self.ingot(command, "--help").stdout
            self.assertIn(f"usage: ingot {command}", text)
            self.assertIn("Example:", text)
            self.assertEqual(self.ingot("help", command).stdout, text)

    def test_the_general_help_lists_commands_and_exit_codes(self):
        text = self.ingot("--help").stdout
        for word in [*COMMANDS, *OWN, "Exit codes"]:
            self.assertIn(word, text)
        self.assertIn("ingot ", self.ingot("--version").stdout)

    def test_the_man_page_names_every_option_of_the_help(self):
        page = (ROOT / "docs/ingot.1").read_text().replace("\\-", "-")
        for command in COMMANDS:
            for word in self.ingot(command, "--help").stdout.split():
                if word.startswith("--"):
                    self.assertIn(word.strip(",;:."), page, f"{command} {word}")

    def test_wrong_usage_is_code_2(self):
        for words in [["fly"], ["run", "--wings"], ["run", "--seconds", "many"], ["run", "--seconds"], ["run", "--control", "magic"],
                      ["run", "a", "b"], ["run", "--every", "0"], ["run", "--quantities", "magic", "--plot", "x.svg"],
                      ["run", "--quantities", "qpos:none", "--csv", "x.csv"], ["run", "--key", "none"], ["info", "--wings"],
                      ["convert", "crane"], ["convert", "crane", "x.unknown"], ["bench", "--steps", "-1"], ["compare"],
                      ["run", "dominoes", "--control", "keyframe"], ["bench", "crane", "--key", "7"]]:
            done = self.ingot(*words, code=2)
            self.assertTrue(done.stderr.startswith("ingot"), done.stderr)
        self.assertEqual(list(self.path.iterdir()), [])

    def test_what_standard_output_does_not_take_is_a_failure(self):
        self.write("closed", "")
        for words in [["--help"], ["--version"], ["help", "run"], ["run", "--help"], ["info", "crane"]]:
            with open(self.path / "closed") as unwritable:
                done = subprocess.run([PROGRAM, *words], stdout=unwritable, stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, 4, words)
            self.assertIn("cannot write to standard output", done.stderr)


class Run(Case):
    def test_without_arguments_the_crane_runs(self):
        text = self.ingot("--seconds", 0.5).stdout
        for word in ["steps per second", "real-time factor", "contacts", "constraint rows", "solver iterations", "energy", "warnings", "none"]:
            self.assertIn(word, text)
        self.assertNotIn("\033", text)

    def test_json(self):
        result = self.data("run", "gripper", "--seconds", 1, "--control", "random", "--seed", 3)
        self.assertEqual(result["steps"], 500)
        self.assertEqual(result["seed"], 3)
        self.assertEqual(result["warnings"], [])
        self.assertGreater(result["contacts"]["max"], 0)
        self.assertGreater(result["steps_per_second"], 0)

    def test_a_pendulum_keeps_its_energy(self):
        energy = self.data("run", "double_pendulum", "--key", "raised", "--seconds", 2)["energy"]
        self.assertAlmostEqual(energy["first"], energy["last"], delta=1e-4)

    def test_csv_has_the_chosen_columns(self):
        self.ingot("run", "double_pendulum", "--control", "zero", "--seconds", 0.1, "--every", 5, "--csv", "x.csv", "--quantities",
                   "energy,qpos,sensor:tip_position,body:lower")
        rows = self.table("x.csv")
        self.assertEqual(rows[0], ["time", "energy", "qpos:shoulder", "qpos:elbow", "sensor:tip_position[0]", "sensor:tip_position[1]",
                                   "sensor:tip_position[2]", "body:lower.x", "body:lower.y", "body:lower.z"])
        self.assertEqual(len(rows), 21)
        self.assertAlmostEqual(float(rows[1][9]), 1.0)

    def test_plots_are_well_formed_and_have_a_panel_per_quantity(self):
        self.ingot("run", "gripper", "--seconds", 0.5, "--control", "random", "--plot", "x.svg", "--quantities", "energy,tendon,ctrl,qpos:lift")
        root = xml.etree.ElementTree.parse(self.path / "x.svg").getroot()
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        for word in ["energy (J)", "tendon (m)", "ctrl", "qpos (m, rad)", "time (s)", "close", "height"]:
            self.assertIn(word, texts)

    def test_runs_repeat_bit_for_bit(self):
        one, two = (self.data("run", "quadruped", "--control", "random", "--seconds", 0.5) for _ in range(2))
        self.assertEqual(one["state_hash"], two["state_hash"])
        other = self.data("run", "quadruped", "--control", "random", "--seconds", 0.5, "--seed", 2)
        self.assertNotEqual(one["state_hash"], other["state_hash"])

    def test_recording_does_not_change_the_run(self):
        plain = self.data("run", "gripper", "--control", "random", "--seconds", 0.3)
        recorded = self.data("run", "gripper", "--control", "random", "--seconds", 0.3, "--csv", "x.csv", "--plot", "x.svg")
        self.assertEqual(plain["state_hash"], recorded["state_hash"])

    def test_names_and_files_cannot_speak_to_the_terminal(self):
        name = "a\x9b2J\x7f"
        self.write("m.xml", f'<mujoco><worldbody><body name="{name}"><joint name="{name}"/><geom name="{name}" size=".1"/></body></worldbody></mujoco>')
        text = self.ingot("info", "m.xml").stdout
        self.assertIn("a??2J?", text)
        self.assertEqual([c for c in text if c != "\n" and not c.isprintable()], [])
        self.assertEqual(json.loads(self.ingot("info", "--json", "m.xml").stdout)["bodies"][1]["name"], name)
        # a file's name may hold anything
        path = os.fsencode(self.path) + b"/\x1b[2J\xff.xml"
        with open(path, "wb") as file:
            file.write(b"<mujoco><x/></mujoco>")
        for words in [["check"], ["info"], ["check", "--json"]]:
            done = subprocess.run([PROGRAM, *words, path], capture_output=True)
            for shown in [done.stdout, done.stderr]:
                self.assertEqual([c for c in shown.decode() if c != "\n" and not c.isprintable()], [], words)

    def test_a_saved_state_replays_exactly(self):
        for model, control in [("crane", "keyframe"), ("quadruped", "random"), ("gripper", "random"), ("dominoes", "zero")]:
            whole = self.data("run", model, "--control", control, "--seconds", 0.6)
            self.data("run", model, "--control", control, "--seconds", 0.35, "--save-state", "s")
            rest = self.data("run", model, "--load-state", "s", "--seconds", 0.25)
            self.assertEqual(rest["state_hash"], whole["state_hash"], model)

    def sleepers(self):
        """boxes that fall asleep before 0.2 s; a ball wakes two of them at 0.7. The history remembers what the sensor showed."""
        return self.write("sleepers.xml", """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
            <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s" size=".2"/></body>
            <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
            <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
            <body pos="0 0 2.8"><freejoint/><geom size=".1"/></body></worldbody>
            <sensor><touch site="s" nsample="20" delay=".02" interp="linear"/></sensor></mujoco>""")

    def test_a_saved_state_knows_who_sleeps(self):
        model = self.sleepers()
        for half in [0.1, 0.2, 0.6, 0.75]:
            whole = self.data("run", model, "--seconds", 1, "--csv", "whole.csv", "--quantities", "qpos,sensor")
            self.data("run", model, "--seconds", half, "--save-state", "s")
            rest = self.data("run", model, "--load-state", "s", "--seconds", 1 - half, "--csv", "rest.csv", "--quantities", "qpos,sensor")
            self.assertEqual(rest["state_hash"], whole["state_hash"], half)
            self.assertEqual(self.table("rest.csv")[2:], self.table("whole.csv")[-len(self.table("rest.csv")) + 2:])

    def test_states_of_the_first_format_load_unless_trees_could_sleep(self):
        def first_format(extra):
            lines = (self.path / "s").read_text().split("\n")
            n = int(lines[7].split()[1])
            numbers = lines[8:8 + n - extra]
            hash = 0xcbf29ce484222325
            for number in numbers:
                for byte in struct.pack("<d", float.fromhex(number)):
                    hash = (hash ^ byte) * 0x100000001b3 % 2**64
            header = ["ingot-state 1"] + lines[1:7] + ["numbers %d" % (n - extra)]
            return self.write("old", "\n".join(header + numbers + ["sum %016x" % hash, ""]))

        whole = self.data("run", "double_pendulum", "--seconds", 0.2)
        self.data("run", "double_pendulum", "--seconds", 0.1, "--save-state", "s")
        rest = self.data("run", "double_pendulum", "--load-state", first_format(1 + 5), "--seconds", 0.1)
        self.assertEqual(rest["state_hash"], whole["state_hash"])
        model = self.sleepers()
        self.ingot("run", model, "--seconds", 0.1, "--save-state", "s")
        self.assertIn("trees that sleep", self.ingot("run", model, "--load-state", first_format(4 + 1), code=4).stderr)

    def test_foreign_and_damaged_states_are_refused(self):
        self.ingot("run", "crane", "--seconds", 0.01, "--save-state", "s")
        self.assertIn("another model", self.ingot("run", "gripper", "--load-state", "s", code=4).stderr)
        text = (self.path / "s").read_text()
        self.write("cut", text[: len(text) // 2])
        self.write("changed", text.replace("0x1.9", "0x1.8", 1))
        self.write("later", text.replace("ingot-state 2", "ingot-state 9"))
        self.write("garbage", "\x00\x01 nothing")
        for name in ["cut", "changed", "later", "garbage", "missing"]:
            self.assertIn("cannot use the state", self.ingot("run", "crane", "--load-state", name, code=4).stderr)

    def test_divergence_is_reported_with_body_and_time(self):
        self.write("bad.xml", """<mujoco><option timestep="0.02"/><worldbody><body name="arm"><joint name="elbow" stiffness="1e9"/>
            <geom size=".1" pos=".2 0 0"/></body></worldbody><keyframe><key qpos="1"/></keyframe></mujoco>""")
        result = self.data("run", "bad.xml", "--key", "0")
        self.assertTrue(result["warnings"])
        first = result["warnings"][0]
        self.assertIn("joint elbow, body arm", first["where"])
        self.assertGreaterEqual(first["first_time"], 0)

    def test_models_with_plugins_run(self):
        model = self.write("pid.xml", """<mujoco><extension><plugin plugin="mujoco.pid"/></extension><worldbody>
          <body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
          <actuator><plugin joint="j" plugin="mujoco.pid"><config key="kp" value="400"/><config key="kd" value="20"/></plugin></actuator></mujoco>""")
        self.ingot("run", model, "--seconds", "3", "--csv", "out.csv", "--quantities", "qpos")
        # at rest where the controller balances the weight: kp * angle = m g r cos(angle)
        self.assertAlmostEqual(float(self.table("out.csv")[-1][-1]), 0.0308, delta=2e-3)


def png(path):
    """Size, bits and kind of colour of a PNG."""
    head = path.read_bytes()[:26]
    assert head[:8] == b"\x89PNG\r\n\x1a\n", head
    return struct.unpack(">IIBB", head[16:26])


class Render(Case):
    def test_a_picture_of_every_own_model(self):
        for model in OWN:
            self.ingot("render", model, "--size", "64x48", "-o", f"{model}.png")
            self.assertEqual(png(self.path / f"{model}.png"), (64, 48, 8, 2))

    def test_pictures_repeat_byte_for_byte_and_follow_time(self):
        for name, time_ in (("one", 0), ("two", 0), ("later", 0.5)):
            self.ingot("render", "crane", "--time", time_, "--size", "64x48", "-o", f"{name}.png")
        one, two, later = ((self.path / f"{name}.png").read_bytes() for name in ("one", "two", "later"))
        self.assertEqual(one, two)
        self.assertNotEqual(one, later)

    def test_depth_and_segmentation(self):
        self.ingot("render", "quadruped", "--depth", "--size", "64x48", "-o", "depth.png")
        self.assertEqual(png(self.path / "depth.png"), (64, 48, 16, 0))
        text = self.ingot("render", "quadruped", "--segmentation", "--size", "64x48").stdout
        self.assertRegex(text, r"#[0-9a-f]{6} +geom ")
        self.assertEqual(png(self.path / "picture.png"), (64, 48, 8, 2))

    def test_contact_sheets(self):
        self.ingot("render", "quadruped", "--worlds", 5, "--time", 0.1, "--size", "32x24", "-o", "sheet.png")
        self.assertEqual(png(self.path / "sheet.png"), (96, 48, 8, 2))
        self.ingot("render", "quadruped", "--worlds", 2, "-o", "two.png")
        self.assertEqual(png(self.path / "two.png"), (256, 96, 8, 2))
        # one world is the picture, and starts without noise are all alike
        for name, words in (("plain", []), ("one", ["--worlds", 1]), ("still", ["--worlds", 4, "--noise", 0]), ("fast", ["--quality", "fast"])):
            self.ingot("render", "crane", "--time", 0.2, "--size", "64x48", *words, "-o", f"{name}.png")
        plain, one, still, fast = ((self.path / f"{name}.png").read_bytes() for name in ("plain", "one", "still", "fast"))
        self.assertEqual(plain, one)
        self.assertNotEqual(plain, fast)
        self.assertEqual(png(self.path / "still.png"), (128, 96, 8, 2))

    def test_wrong_usage_of_sheets(self):
        for words in (["--worlds", "0"], ["--worlds", "many"], ["--worlds", 2, "--depth"], ["--quality", "fats"], ["--quality", "fast", "--segmentation"]):
            self.ingot("render", "quadruped", *words, code=2)
        told = self.ingot("render", "quadruped", "--worlds", 4, "--camera", "nowhere", code=2)
        self.assertIn("--camera: the model has no camera", told.stderr)

    def test_wrong_usage(self):
        for words in (["--size", "64"], ["--size", "0x5"], ["--camera", "nowhere"], ["--key", "nowhere"], ["--depth", "--segmentation"]):
            self.ingot("render", "quadruped", *words, code=2)
        self.ingot("render", "quadruped", "-o", "no/such/folder.png", "--size", "8x8", code=4)

    def test_films(self):
        self.ingot("run", "--seconds", "0.2", "--video", "film.gif", "--size", "48x32", "--picture", "end.png")
        content = (self.path / "film.gif").read_bytes()
        self.assertEqual(content[:10], b"GIF89a" + struct.pack("<HH", 48, 32))
        self.assertEqual(content.count(b"\x21\xf9\x04"), 6)
        self.assertEqual(content[-1:], b"\x3b")
        self.assertEqual(png(self.path / "end.png"), (48, 32, 8, 2))
        self.ingot("run", "--seconds", "0.2", "--video", "film.png", "--size", "48x32")
        content = (self.path / "film.png").read_bytes()
        self.assertEqual((content.count(b"fcTL"), content.count(b"fdAT")), (6, 5))
        self.ingot("run", "--seconds", "0.2", "--video", "film.xyz", code=4)

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_films_by_ffmpeg(self):
        begins = {"film.mp4": (4, b"ftyp"), "film.webm": (0, b"\x1a\x45\xdf\xa3"), "film.mkv": (0, b"\x1a\x45\xdf\xa3"), "a:b.mp4": (4, b"ftyp")}
        for name, (at, magic) in begins.items():
            self.ingot("run", "--seconds", "0.2", "--video", name, "--size", "49x33")  # odd sizes are padded
            content = (self.path / name).read_bytes()
            self.assertEqual(content[at : at + len(magic)], magic)
        told = self.ingot("run", "--seconds", "0.2", "--video", "no/such/film.mp4", "--size", "48x32", code=4)
        self.assertIn("cannot write 'no/such/film.mp4'", told.stderr)

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_films_that_fail_leave_what_was_there(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        words = [PROGRAM, "run", "--seconds", "0.2", "--size", "48x32", "--video"]
        self.write("old.mp4", "old")
        os.symlink("old.mp4", self.path / "link.mp4")
        for name in ["old.mp4", "link.mp4"]:
            done = subprocess.run([*words, name], cwd=self.path, capture_output=True, text=True, timeout=300, preexec_fn=limit)
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn(f"{name}: ffmpeg could not write it", done.stderr)
        self.assertEqual((self.path / "old.mp4").read_text(), "old")
        self.assertEqual(sorted(path.name for path in self.path.iterdir()), ["link.mp4", "old.mp4"])
        self.assertEqual(self.ingot("run", "--seconds", "0.2", "--size", "48x32", "--video", "link.mp4").returncode, 0)
        self.assertEqual(os.readlink(self.path / "link.mp4"), "old.mp4")
        self.assertEqual((self.path / "old.mp4").read_bytes()[4:8], b"ftyp")

    def test_films_to_pipes(self):
        for name, begins in [("film.gif", b"GIF89a"), ("film.mkv", b"\x1a\x45\xdf\xa3"), ("film.png", None), ("film.mp4", None)]:
            if not name.endswith(("gif", "png")) and not shutil.which("ffmpeg"):
                continue
            os.mkfifo(self.path / name)
            reader = subprocess.Popen(["cat", str(self.path / name)], stdout=subprocess.PIPE)
            told = self.ingot("run", "--seconds", "0.2", "--size", "48x32", "--video", name, code=0 if begins else 4)
            content = reader.communicate(timeout=300)[0]
            self.assertTrue(stat.S_ISFIFO(os.stat(self.path / name).st_mode))
            self.assertEqual(content[: len(begins)], begins) if begins else self.assertIn(name, told.stderr)

    def test_films_without_ffmpeg_say_what_else_there_is(self):
        told = self.ingot("run", "--seconds", "0.2", "--video", "film.mp4", "--size", "48x32", code=4, env={"PATH": "/nowhere"})
        self.assertIn("ffmpeg is not installed; .gif and .png", told.stderr)

    def test_filming_does_not_change_the_run(self):
        plain = self.data("run", "crane", "--seconds", "0.3")
        filmed = self.data("run", "crane", "--seconds", "0.3", "--video", "film.gif", "--size", "32x24")
        self.assertEqual(plain["state_hash"], filmed["state_hash"])
class Words(Case):
    """Messages as a user reads them."""

    def test_in_every_model_of_the_program_something_happens(self):
        for model in OWN:
            self.ingot("run", model, "--seconds", "2", "--csv", f"{model}.csv", "--quantities", "qpos")
            rows = [[float(cell) for cell in row] for row in self.table(f"{model}.csv")[1:]]
            moved = max(max(column) - min(column) for column in zip(*(row[1:] for row in rows)))
            self.assertGreater(moved, 0.03, model)

    def test_misspelt_options_and_names_say_what_there_is(self):
        self.assertIn("did you mean '--seconds'?", self.ingot("run", "crane", "--secnds", "3", code=2).stderr)
        self.assertIn("did you mean '--seconds'?", self.ingot("run", "crane", "--secnds=3", code=2).stderr)
        self.assertIn("--seconds lacks its argument", self.ingot("run", "crane", "--seconds", code=2).stderr)
        self.assertIn("--json takes no argument", self.ingot("run", "crane", "--json=3", code=2).stderr)
        self.write("keys.xml", "<mujoco><worldbody><camera name='top'/></worldbody><keyframe><key name='home'/><key name='rest'/></keyframe></mujoco>")
        for command in ("run", "render"):
            self.assertIn("no keyframe 'hom'; it has home, rest", self.ingot(command, "keys.xml", "--key", "hom", code=2).stderr)
        self.assertIn("no camera 'tip'; it has top", self.ingot("render", "keys.xml", "--camera", "tip", code=2).stderr)
        self.assertIn("--camera: the model has no camera", self.ingot("render", "quadruped", "--camera", "tip", code=2).stderr)

    def test_a_damaged_binary_model_is_named(self):
        (self.path / "junk.mjb").write_bytes(b"junk" * 100)
        self.assertIn("junk.mjb: ", self.ingot("run", "junk.mjb", code=3).stderr)

    def test_misspelt_names_have_a_suggestion(self):
        self.assertIn("did you mean 'quadruped'?", self.ingot("run", "quadrupd", code=3).stderr)
        self.assertIn("did you mean 'run'?", self.ingot("rnu", "quadruped", code=2).stderr)

    def test_quantities_that_nothing_records_are_refused(self):
        self.assertIn("--csv and --plot", self.ingot("run", "gripper", "--quantities", "energy", code=2).stderr)

    def test_a_misspelt_quantity_has_a_suggestion(self):
        self.assertIn("did you mean 'energy'?", self.ingot("run", "gripper", "--csv", "x.csv", "--quantities", "enrgy", code=2).stderr)
        self.assertIn("there are energy, ", self.ingot("run", "gripper", "--csv", "x.csv", "--quantities", "zzz", code=2).stderr)
        self.assertFalse((self.path / "x.csv").exists())

    def test_check_says_place_and_kind_once(self):
        self.write("knee.xml", "<mujoco>\n  <actuator><motor joint='knee'/></actuator>\n</mujoco>")
        first, second = self.ingot("check", "knee.xml", code=3).stderr.splitlines()[:2]
        self.assertEqual(first, "knee.xml:2:13: error: actuator: target 'knee' (actuator 0): joint not found")
        self.assertEqual(second, "unnamed element, id 0, line 2")
        # a message that has no other end than its place
        self.write("word.xml", "<mujoco><wordbody/></mujoco>")
        text = self.ingot("check", "word.xml", code=3).stderr
        self.assertEqual(text.count("word.xml:1:9"), 1, text)
        self.assertIn("did you mean 'worldbody'?", text)

    def test_pictures_of_other_kinds_are_refused(self):
        for words in (("render", "-o", "x.jpg"), ("run", "--seconds", "0.01", "--picture", "x.JPEG")):
            self.assertIn("written as PNG", self.ingot(words[0], "gripper", *words[1:], code=2).stderr)
        self.assertEqual(list(self.path.iterdir()), [])
        self.ingot("render", "gripper", "--size", "8x8", "-o", "picture")
        self.assertEqual((self.path / "picture").read_bytes()[:4], b"\x89PNG")

    @unittest.skipUnless((pathlib.Path(PROGRAM).parent / "viewer/viewer.html").exists(), "the page is not built")
    def test_the_viewer_does_not_open_what_is_not_there(self):
        self.assertIn("cannot read 'robt.xml'", self.ingot("view", "--no-open", "robt.xml", code=3).stderr)

    def test_errors_are_called_so_once(self):
        self.write("bad.xml", "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>")
        text = self.ingot("info", "bad.xml", code=3).stderr
        self.assertNotIn("Error: Error", text)
        self.assertFalse(text.startswith("ingot info: Error"), text)


class Plots(Case):
    def test_many_curves_get_a_small_panel_each(self):
        self.ingot("run", "quadruped", "--seconds", 0.3, "--control", "random", "--plot", "many.svg", "--quantities", "qvel,energy")
        text = (self.path / "many.svg").read_text()
        tree = xml.etree.ElementTree.fromstring(text)
        curves = text.count("<path fill=")
        self.assertGreater(curves, 12)
        self.assertGreaterEqual(text.count("<rect x="), curves - 3)
        self.assertNotIn("more</text>", text)
        self.assertLess(float(tree.get("height")), 1200)

    def test_long_titles_are_shortened(self):
        folder = self.path / ("long_" * 30)
        folder.mkdir()
        (folder / "model.xml").write_text("<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>")
        self.ingot("run", folder / "model.xml", "--seconds", 0.1, "--plot", "p.svg")
        text = (self.path / "p.svg").read_text()
        title = text.split('font-weight="bold">')[1].split("<")[0]
        self.assertTrue(title.startswith("\u2026") and title.endswith("model.xml") and len(title) < 90, title)

    def test_png_when_asked_for_png(self):
        for quantities in ("energy,contacts", "qpos"):
            self.ingot("run", "quadruped", "--seconds", 0.2, "--plot", "p.png", "--quantities", quantities)
            content = (self.path / "p.png").read_bytes()
            self.assertEqual(content[:8], b"\x89PNG\r\n\x1a\n")
            width, height = struct.unpack(">II", content[16:24])
            self.assertEqual(width, 1000)
            self.assertGreater(len(content), 3000)
            self.assertGreater(height, 250)
        self.assertIn(".svg or .png", self.ingot("run", "gripper", "--plot", "p.jpg", code=2).stderr)


class Info(Case):
    def test_text_and_json_of_every_own_model(self):
        for model in OWN:
            self.assertIn("world", self.ingot("info", model).stdout)
            found = self.data("info", model)
            self.assertEqual(len(found["bodies"]), found["sizes"]["nbody"])
            self.assertEqual(len(found["joints"]), found["sizes"]["njnt"])

    def test_units_and_ranges(self):
        found = self.data("info", "gripper")
        lift = next(joint for joint in found["joints"] if joint["name"] == "lift")
        self.assertEqual((lift["kind"], lift["unit"], lift["range"]), ("slide", "m", [-0.16, 0.3]))
        close = found["actuators"][0]
        self.assertEqual((close["kind"], close["target"], close["control_unit"]), ("position", "tendon opening", "m"))
        self.assertEqual([sensor["unit"] for sensor in found["sensors"]], ["m", "N", "N", "m"])


class Check(Case):
    def test_own_models_are_good(self):
        for model in OWN:
            self.assertEqual(self.ingot("check", model).stdout, f"{model}: good\n")

    def test_an_error_has_file_line_column_and_the_line_itself(self):
        self.write("bad.xml", "<mujoco>\n  <worldbody>\n    <geom type='sphere' size='.1' colour='red'/>\n  </worldbody>\n</mujoco>\n")
        text = self.ingot("check", "bad.xml", code=3).stderr
        self.assertIn("bad.xml:3:35: error:", text)
        self.assertIn("<geom type='sphere' size='.1' colour='red'/>", text)
        caret = text.splitlines()[-1]
        self.assertEqual(caret.index("^"), text.splitlines()[-2].index("colour"))
        found = self.data("check", "bad.xml", code=3)
        self.assertEqual((found[0]["loads"], found[0]["line"], found[0]["column"]), (False, 3, 35))

    def lint(self, body, head="", tail=""):
        self.write("x.xml", f"<mujoco>{head}<worldbody>{body}</worldbody>{tail}</mujoco>")
        done = subprocess.run([PROGRAM, "check", "x.xml", "--json"], cwd=self.path, capture_output=True, text=True)
        return {finding["rule"] for finding in json.loads(done.stdout)[0]["findings"]}

    def test_each_rule_finds_its_mistake(self):
        floor = "<geom type='plane' size='1 1 1'/>"
        ball = "<body pos='0 0 1'><freejoint/><geom size='.1'/></body>"
        arm = "<body name='arm'><joint name='j' {0}/><geom size='.1' pos='.3 0 0'/></body>"
        servo = "<actuator><position name='p' joint='j' ctrlrange='-1 1' {0}/></actuator>"
        cases = {
            "timestep": (floor + ball, "<option timestep='0.05'/>", ""),
            "gravity": (floor + ball, "<option gravity='0 0 -9810'/>", ""),
            "obsolete": (floor + ball, "<size nconmax='100'/>", ""),
            "no-ground": (ball, "", ""),
            "mass": (floor + "<body pos='0 0 1'><freejoint/><geom size='.1' mass='1e-7'/></body>", "", ""),
            "angle-unit": (arm.format("range='-1.57 1.57'"), "", ""),
            "start-range": (arm.format("range='20 90'"), "", ""),
            "stiffness": (arm.format(""), "", servo.format("kp='1e7' kv='1'")),
            "actuator": (arm.format(""), "", servo.format("kp='10'")),
            "overlap": (floor + "<body><freejoint/><geom size='.1'/></body>", "", ""),
            "equality": (floor + ball + "<site name='s' pos='0 0 3'/>" + ball.replace("<geom", "<site name='t'/><geom"), "",
                         "<equality><connect site1='s' site2='t'/></equality>"),
            "solref": (floor + ball.replace("size='.1'", "size='.1' solref='0.001 1'"), "", ""),
            "ghost": (floor + ball.replace("size='.1'", "size='.1' contype='0' conaffinity='0'"), "", ""),
            "unused": (floor + ball, "<asset><material name='gold'/></asset>", ""),
        }
        for rule, words in cases.items():
            self.assertIn(rule, self.lint(*words), rule)
        listed = self.ingot("check", "--rules").stdout
        guide = (ROOT / "docs/guide/check.md").read_text()
        for line in listed.splitlines():
            self.assertIn(f"`{line.split()[0]}`", guide)

    def test_findings_have_places_and_code_1(self):
        self.write("x.xml", "<mujoco>\n<worldbody>\n<body>\n<joint name='j' range='-1.5 1.5'/>\n<geom size='.1' pos='.3 0 0'/>\n</body>\n"
                            "</worldbody>\n</mujoco>\n")
        self.assertIn("x.xml:4:1: warning: joint j", self.ingot("check", "x.xml", code=1).stdout)

    def test_strict_counts_notes(self):
        self.write("x.xml", "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
        self.ingot("check", "x.xml")
        self.ingot("check", "x.xml", "--strict", code=1)


class Convert(Case):
    def hash(self, model):
        return self.data("run", model, "--control", "zero", "--seconds", 0.2)["state_hash"]

    def test_mjcf_and_mjb_in_any_direction_step_the_same_bits(self):
        for model in OWN:
            self.ingot("convert", model, "a.mjb", "--force")
            self.ingot("convert", model, "a.xml", "--force")
            self.ingot("convert", "a.mjb", "b.xml", "--force")
            self.ingot("convert", "b.xml", "b.mjb", "--force")
            expected = self.hash(model)
            for name in ["a.mjb", "a.xml", "b.xml", "b.mjb"]:
                self.assertEqual(self.hash(name), expected, f"{model} {name}")

    def test_urdf_there_and_back(self):
        for model in ["quadruped", "double_pendulum", "gripper"]:
            self.ingot("convert", model, "a.urdf", "--force")
            self.ingot("convert", "a.urdf", "b.xml", "--force")
            self.ingot("convert", "a.urdf", "b.mjb", "--force")
            before, after = self.data("info", model), self.data("info", "b.xml")
            self.assertEqual([joint["name"] for joint in before["joints"] if joint["kind"] != "free"],
                             [joint["name"] for joint in after["joints"] if joint["kind"] != "free"])
            self.assertAlmostEqual(before["total_mass"], after["total_mass"], places=9)

    def test_a_urdf_accelerates_as_the_model_it_came_from(self):
        self.ingot("convert", "double_pendulum", "a.urdf")
        self.ingot("convert", "a.urdf", "a.xml")
        text = (self.path / "a.xml").read_text()
        self.write("a.xml", text.replace("</mujoco>", "<keyframe><key qpos='2 0.7'/></keyframe></mujoco>"))
        first = []
        for model in ["double_pendulum", "a.xml"]:
            self.ingot("run", model, "--key", 0, "--seconds", 0.01, "--csv", "x.csv", "--quantities", "qacc")
            first.append([float(number) for number in self.table("x.csv")[1][1:]])
        for one, two in zip(*first, strict=True):
            self.assertAlmostEqual(one, two, delta=1e-9)

    def test_file_names_of_assets_stay(self):
        self.write("part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        self.write("a.xml", "<mujoco><asset><mesh name='part' file='part.obj'/></asset><worldbody><body><freejoint/>"
                            "<geom type='mesh' mesh='part'/></body></worldbody></mujoco>")
        self.assertEqual(self.ingot("convert", "a.xml", "b.xml").stderr, "")
        self.assertIn('file="part.obj"', (self.path / "b.xml").read_text())
        self.assertEqual(self.hash("b.xml"), self.hash("a.xml"))
        (self.path / "other").mkdir()
        self.assertEqual(self.ingot("convert", "a.xml", "other/b.xml").stderr, "")
        self.assertIn('file="../part.obj"', (self.path / "other/b.xml").read_text())
        self.assertEqual(self.hash("other/b.xml"), self.hash("a.xml"))
        self.ingot("convert", "a.xml", "a.mjb")
        self.ingot("convert", "a.mjb", "other/c.xml")
        self.ingot("info", "other/c.xml")

    def test_existing_files_are_kept(self):
        self.write("x.xml", "mine")
        self.ingot("convert", "crane", "x.xml", code=4)
        self.assertEqual((self.path / "x.xml").read_text(), "mine")

    def test_what_cannot_be_written_is_named(self):
        self.write("ball.xml", "<mujoco><worldbody><body><joint type='ball'/><geom size='.1'/></body></worldbody></mujoco>")
        self.assertIn("ball joint", self.ingot("convert", "ball.xml", "x.urdf", code=3).stderr)
        self.assertFalse((self.path / "x.urdf").exists())


ROBOT = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><mesh filename="package://arm_description/meshes/visual/part.stl"/></geometry></collision></link>
  <link name="lower"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="20" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="20" velocity="1"/><mimic joint="shoulder" multiplier="0.5"/></joint>
  <transmission name="drive"><type>transmission_interface/SimpleTransmission</type><joint name="shoulder"/>
    <actuator name="motor"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>
</robot>
"""


class Robots(Case):
    """URDF in the layout of ROS: packages with folders urdf and meshes."""

    def setUp(self):
        super().setUp()
        self.package = self.path / "work/src/arm_description"
        (self.package / "urdf").mkdir(parents=True)
        (self.package / "meshes/visual").mkdir(parents=True)
        (self.package / "urdf/arm.urdf").write_text(ROBOT)
        corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
        content = b"\0" * 80 + struct.pack("<I", 4)
        for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)):
            content += struct.pack("<3f", 0, 0, 0) + b"".join(struct.pack("<3f", *corners[i]) for i in face) + b"\0\0"
        (self.package / "meshes/visual/part.stl").write_bytes(content)
        (self.path / "away").mkdir()
        (self.path / "away/arm.urdf").write_text(ROBOT)

    def inside(self, folder, *words, code=0, **settings):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=folder, capture_output=True, text=True, env={**os.environ, **settings})
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_packages_around_the_file_by_every_path(self):
        self.inside(self.package / "urdf", "info", "arm.urdf")
        self.inside(self.package, "info", "urdf/arm.urdf")
        self.inside(self.path, "info", "work/src/arm_description/urdf/arm.urdf")
        self.inside("/", "info", self.package / "urdf/arm.urdf")

    def test_packages_that_are_named(self):
        away = self.path / "away"
        self.inside(away, "info", "arm.urdf", "--package", f"arm_description={self.package}")
        self.inside(away, "info", "--package=other=/nowhere", f"--package=arm_description={self.package}", "arm.urdf")
        self.inside(away, "info", "arm.urdf", ROS_PACKAGE_PATH=f"/nowhere:{self.path}/work/src")
        self.inside(away, "info", "arm.urdf", ROS_PACKAGE_PATH=str(self.package))
        self.assertIn("NAME=FOLDER", self.inside(away, "info", "arm.urdf", "--package", "arm", code=2).stderr)

    def test_a_mesh_that_is_not_there_is_named_with_line_and_places(self):
        text = self.inside(self.path / "away", "info", "arm.urdf", code=3).stderr
        self.assertIn("arm.urdf:4:", text)
        self.assertIn(f"{self.path.resolve()}/away/arm_description/meshes/visual/part.stl", text)
        self.assertNotIn("Error: Error", text)

    def test_a_converted_file_loads_from_its_folder(self):
        (self.path / "out").mkdir()
        done = self.ingot("convert", "work/src/arm_description/urdf/arm.urdf", "out/arm.xml")
        self.assertEqual(done.stderr, "note: 1 motor for the transmissions\n")
        text = (self.path / "out/arm.xml").read_text()
        self.assertIn('file="../work/src/arm_description/meshes/visual/part.stl"', text)
        self.assertIn('joint1="elbow" joint2="shoulder" polycoef="0 0.5 0 0 0"', text)
        self.assertRegex(text, '<general name="motor" joint="shoulder".* ctrlrange="-0.4 0.4" gear="50 ')
        self.assertEqual(self.inside("/", "info", self.path / "out/arm.xml", "--json").stderr, "")
        model = self.data("info", "out/arm.xml")
        self.assertEqual(len(model.get("actuators", [0])), 1)

    def test_meshes_of_mjcf_are_seen_from_the_new_folder(self):
        (self.path / "out").mkdir()
        self.write("part.xml", """<mujoco><compiler meshdir="work/src/arm_description/meshes"/><asset><mesh name="p" file="visual/part.stl"/></asset>
          <worldbody><geom type="mesh" mesh="p"/></worldbody></mujoco>""")
        self.assertEqual(self.ingot("convert", "part.xml", "out/part.xml").stderr, "")
        self.inside("/", "info", self.path / "out/part.xml")


class Bench(Case):
    def test_stages_add_up(self):
        found = self.data("bench", "gripper", "--seconds", 0.1, "--steps", 20)
        times = found["engines"][0]["microseconds"]
        parts = sum(times[name] for name in ["position", "velocity", "actuation", "constraint solver", "integration"])
        self.assertGreater(times["step"], 0)
        self.assertLess(parts, 1.05 * times["step"] + 1)
        self.assertIn("steps/s", self.ingot("bench", "gripper", "--seconds", 0.05, "--key", 0).stdout)

    @unittest.skipIf(SANITIZED, "a sanitizer cannot be loaded twice")
    def test_a_race(self):
        found = self.data("bench", "gripper", "--seconds", 0.2, "--against", LIBRARY)
        self.assertEqual(len(found["engines"]), 2)
        self.assertTrue(0.2 < found["ratio"] < 5, found["ratio"])

    def test_a_file_that_is_no_library(self):
        self.write("lib.so", "nothing")
        for command in ["bench", "compare"]:
            self.assertIn("cannot open the library", self.ingot(command, "crane", "--against", "./lib.so", code=4).stderr)


@unittest.skipIf(SANITIZED, "a sanitizer cannot be loaded twice")
class Compare(Case):
    def test_the_same_library_has_no_difference(self):
        for model in ["gripper", "quadruped", "crane"]:
            found = self.data("compare", model, "--against", LIBRARY, "--states", 4)
            self.assertEqual(found["findings"], 0)
            self.assertEqual([field["name"] for field in found["fields"] if field["difference"] != 0], [])
            self.assertTrue(any(field["sensitivity"] > 0 for field in found["fields"]))

    def test_the_text_says_so(self):
        text = self.ingot("compare", "quadruped", "--against", LIBRARY, "--states", 2, "--all").stdout
        self.assertIn("0 differ beyond rounding", text)
        self.assertIn("qacc", text)


class Viewer(Case):
    """what the page is given; the page itself is tested in a browser, by viewer/test"""

    MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"

    def setUp(self):
        super().setUp()
        os.environ["INGOT_VIEWER"] = str(self.path / self.write("page.html", "<html><!--ingot:data--></html>"))

    def tearDown(self):
        del os.environ["INGOT_VIEWER"]
        super().tearDown()

    def part(self, name, id):
        text = (self.path / name).read_text()
        return text.split(f'<script id="{id}"')[1].split(">", 1)[1].split("</script>")[0]

    def bundle(self, name):
        head, _, rest = base64.b64decode(self.part(name, "ingot-bundle"), validate=True).partition(b"\n")
        head, files = json.loads(head), {}
        for file in head["files"]:
            files[file["name"]], rest = rest[: file["size"]], rest[file["size"] :]
        self.assertEqual(len(rest), head["states"])
        return head, files, rest

    def test_a_page_carries_the_model_with_all_of_its_files(self):
        (self.path / "robot/meshes").mkdir(parents=True)
        (self.path / "common").mkdir()
        self.write("robot/meshes/tetra.obj", self.MESH)
        self.write("common/asset.xml", '<mujoco><asset><mesh name="tetra" file="tetra.obj"/></asset></mujoco>')
        self.write("robot/unused.xml", "<mujoco/>")
        self.write("robot/robot \"1\".xml", '<mujoco><compiler meshdir="meshes"/><include file="../common/asset.xml"/>'
                   '<worldbody><body><freejoint/><geom type="mesh" mesh="tetra"/></body></worldbody></mujoco>')
        self.ingot("export", 'robot/robot "1".xml', "-o", "out.html")
        head, files, _ = self.bundle("out.html")
        self.assertEqual(head["main"], 'robot/robot "1".xml')
        self.assertEqual(set(files), {'robot/robot "1".xml', "common/asset.xml", "robot/meshes/tetra.obj"})
        self.assertEqual(files["robot/meshes/tetra.obj"].decode(), self.MESH)
        self.assertEqual(json.loads(self.part("out.html", "ingot-config"))["mode"], "export")

    def test_files_that_are_named_and_not_read_stay(self):
        self.write("secret", "a secret of mine")
        secret = str(self.path / "secret")
        self.write("model.xml", f"""<mujoco><asset>
          <texture name="a" type="2d" builtin="flat" width="8" height="8" file="{secret}"/>
          <texture name="b" type="cube" builtin="gradient" width="8" height="48" fileright="secret"/>
          </asset><worldbody>
          <flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" file="secret"/></worldbody></mujoco>""")
        said = self.ingot("export", "model.xml", "-o", "out.html").stdout
        self.assertEqual(list(self.bundle("out.html")[1]), ["model.xml"])
        self.assertIn("1 file of the model\n  model.xml\n", said)

    def test_names_in_the_bundle_hold_no_folder_of_others(self):
        (self.path / "mine/robot").mkdir(parents=True)
        (self.path / "mine/parts").mkdir()
        (self.path / "theirs").mkdir()
        self.write("mine/robot/a.obj", self.MESH)
        self.write("mine/parts/a.obj", self.MESH)
        self.write("theirs/a.obj", self.MESH)
        self.write("mine/robot/robot.xml", f"""<mujoco><asset>
          <mesh name="a" file="a.obj"/><mesh name="b" file="../parts/a.obj"/><mesh name="c" file="{self.path}/theirs/a.obj"/></asset>
          <worldbody><geom type="mesh" mesh="a"/><geom type="mesh" mesh="b"/><geom type="mesh" mesh="c"/></worldbody></mujoco>""")
        said = self.ingot("export", "mine/robot/robot.xml", "-o", "out.html").stdout
        head, files, _ = self.bundle("out.html")
        self.assertEqual((head["main"], set(files)), ("robot/robot.xml", {"robot/robot.xml", "robot/a.obj", "parts/a.obj", "a.obj"}))
        self.assertIn(f"  a.obj, which is {self.path}/theirs/a.obj: the page does not find it there", said)
        # a home folder around the model, or the root, is no part of it
        os.environ["HOME"], home = str(self.path / "mine/robot/home"), os.environ.get("HOME")
        try:
            (self.path / "mine/robot/home").mkdir()
            self.write("mine/robot/home/x.xml", '<mujoco><asset><mesh name="b" file="../../parts/a.obj"/></asset></mujoco>')
            self.ingot("export", "mine/robot/home/x.xml", "-o", "home.html")
            self.assertEqual(set(self.bundle("home.html")[1]), {"x.xml", "a.obj"})
        finally:
            os.environ["HOME"] = home or ""

    def test_packages_of_urdf_are_found(self):
        (self.path / "arm/meshes").mkdir(parents=True)
        (self.path / "arm/urdf").mkdir()
        self.write("arm/meshes/a.obj", self.MESH)
        self.write("arm/urdf/arm.urdf", """<robot name="arm"><link name="base"><collision><geometry>
          <mesh filename="package://arm/meshes/a.obj"/></geometry></collision><inertial><mass value="1"/>
          <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>""")
        self.ingot("export", "arm/urdf/arm.urdf", "-o", "out.html")
        self.assertEqual(set(self.bundle("out.html")[1]), {"urdf/arm.urdf", "meshes/a.obj"})

    def test_own_models_keyframes_and_pause(self):
        self.ingot("export", "-o", "crane.html")
        self.assertEqual(list(self.bundle("crane.html")[1]), ["crane.xml"])
        self.assertEqual(json.loads(self.part("crane.html", "ingot-config")), {"mode": "export", "version": "", "key": 0, "play": True})
        self.ingot("export", "gripper", "--key", "hold", "--paused", "-o", "gripper.html")
        self.assertEqual(json.loads(self.part("gripper.html", "ingot-config")), {"mode": "export", "version": "", "key": 1, "play": False})
        self.assertEqual(self.bundle("gripper.html")[1]["gripper.xml"], (ROOT / "models/gripper.xml").read_bytes())

    def test_recorded_states_go_along(self):
        self.ingot("run", "dominoes", "--seconds", 0.1, "--every", 10, "--states", "run.states")
        final = self.data("run", "dominoes", "--seconds", 0.1)
        self.ingot("export", "run.states", "-o", "run.html")
        head, files, states = self.bundle("run.html")
        width = head["states"] // 6
        self.assertEqual((list(files), width % 8), (["dominoes.xml"], 0))
        times = [struct.unpack_from("<d", states, i * width)[0] for i in range(6)]
        self.assertEqual([round(time, 6) for time in times], [0, 0.02, 0.04, 0.06, 0.08, 0.1])
        self.assertEqual(times[-1], final["end_time"])
        self.ingot("export", "crane", "run.states", "-o", "x.html", code=4)
        (self.path / "run.states").write_bytes((self.path / "run.states").read_bytes()[:-3])
        self.assertIn("damaged", self.ingot("export", "run.states", "-o", "x.html", code=4).stderr)
        self.ingot("run", "gripper", "--seconds", 0.1, "--save-state", "end.state")
        self.ingot("export", "gripper", "end.state", "-o", "end.html")
        self.assertAlmostEqual(struct.unpack_from("<d", self.bundle("end.html")[2])[0], 0.1)
        self.assertFalse((self.path / "x.html").exists())

    def test_refusals(self):
        self.write("broken.xml", "<mujoco><worldbody><geom type='ball'/></worldbody></mujoco>")
        self.assertIn("broken.xml:1:", self.ingot("export", "broken.xml", "-o", "x.html", code=3).stderr)
        self.ingot("export", "crane", code=2)
        self.ingot("export", "-", "-o", "x.html", code=2)
        self.ingot("export", "crane", "--key", "none", "-o", "x.html", code=2)
        self.ingot("view", "crane", "--port", 99999, code=2)
        self.ingot("view", "a", "b", "c", code=2)
        self.write("page.html", "<html></html>")
        self.assertIn("damaged", self.ingot("export", "crane", "-o", "x.html", code=4).stderr)
        os.environ["INGOT_VIEWER"] = str(self.path / "none.html")
        self.ingot("view", "crane", code=4)
        self.assertFalse((self.path / "x.html").exists())

    def test_the_server_answers_its_own_page_only(self):
        model = self.path / self.write("served.xml", "<mujoco model='one'/>")
        process = subprocess.Popen([PROGRAM, "view", "--no-open", model], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = process.stdout.readline().split()
        if not address:
            self.assertIn("built without a server", process.communicate(timeout=60)[1])
            self.skipTest("built without libmicrohttpd")

        url = urllib.parse.urlsplit(address[0])
        self.assertRegex(url.fragment, "^token=[0-9a-f]{32}$")

        def get(path, method="GET", token=url.fragment, **headers):
            connection = http.client.HTTPConnection(url.netloc, timeout=60)
            connection.request(method, f"{path}?{token}", headers={key.replace("_", "-"): value for key, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.read()

        try:
            self.assertIn(b'"mode":"serve"', get("/")[1])
            self.assertIn(b"model='one'", get("/bundle")[1])
            before = get("/version")[1]
            self.assertEqual(get("/version")[1], before)
            model.write_text("<mujoco model='another'/>")
            self.assertNotEqual(get("/version")[1], before)
            self.assertIn(b"model='another'", get("/bundle")[1])
            for path, headers, status in [("/bundle", {"Host": "evil.example"}, 403), ("/bundle", {"Origin": "http://evil.example"}, 403),
                                          ("/bundle", {"Sec_Fetch_Site": "cross-site"}, 403), ("/served.xml", {}, 404), ("/../served.xml", {}, 404),
                                          ("/etc/passwd", {}, 404), ("/page.html", {}, 404)]:
                self.assertEqual(get(path, **headers)[0], status, (path, headers))
            self.assertEqual(get("/", "POST")[0], 405)
            self.assertNotIn(url.fragment.partition("=")[2].encode(), get("/", token="")[1])
            for token in ["", "token=", "token=" + 32 * "0", url.fragment[:-1], url.fragment + "0"]:
                self.assertEqual([get(path, token=token)[0] for path in ["/bundle", "/version"]], [403, 403])
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)


class Trouble(Case):
    def test_garbage_is_refused_with_a_message(self):
        self.write("text.xml", "<mujoco><worldbody>")
        self.write("empty.xml", "")
        (self.path / "noise.xml").write_bytes(os.urandom(3000))
        (self.path / "noise.mjb").write_bytes(os.urandom(3000))
        self.ingot("convert", "crane", "good.mjb")
        bytes_ = (self.path / "good.mjb").read_bytes()
        (self.path / "cut.mjb").write_bytes(bytes_[: len(bytes_) // 2])
        for name in ["text.xml", "empty.xml", "noise.xml", "noise.mjb", "cut.mjb", "missing.xml", "."]:
            for words in [["run", name], ["info", name], ["check", name], ["convert", name, "x.xml"], ["convert", name, "x.mjb"],
                          ["convert", name, "x.urdf"], ["bench", name], ["compare", name, "--against", LIBRARY]]:
                done = self.ingot(*words, code=3)
                self.assertTrue(done.stderr.strip(), words)
        self.assertEqual([path.name for path in self.path.glob("x.*")], [])

    def wait_for_work(self, process):
        """until half a second of a processor went to it: it is past its start, however busy the machine is"""
        while process.poll() is None:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.5:
                return
            time.sleep(0.02)

    def test_an_interrupted_run_says_so_and_leaves_no_file(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            process = subprocess.Popen([PROGRAM, "run", "gripper", "--seconds", "1e6", "--csv", "x.csv", "--plot", "x.svg", "--every", "1000",
                                        "--save-state", "x"], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.wait_for_work(process)
            process.send_signal(number)
            out, error = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 128 + number)
            self.assertIn("interrupted", error)
            self.assertIn("steps per second", out)
            self.assertEqual(list(self.path.iterdir()), [])

    def test_other_commands_end_on_a_signal_too(self):
        process = subprocess.Popen([PROGRAM, "bench", "gripper", "--seconds", "1000"], cwd=self.path, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.wait_for_work(process)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 130)
        self.assertIn("interrupted", error)

    def test_files_that_cannot_be_written(self):
        for words in [["--csv", "no/x.csv"], ["--plot", "no/x.svg"], ["--save-state", "no/x"], ["--csv", "."]]:
            self.assertIn("cannot write", self.ingot("run", "gripper", "--seconds", 0.01, *words, code=4).stderr)

    def run_csv(self, target, code=0, **more):
        """a short run that writes its table to the target"""
        done = subprocess.run([PROGRAM, "run", "gripper", "--seconds", "0.02", "--csv", str(target)], cwd=self.path, capture_output=True,
                              text=True, timeout=300, **more)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def names(self):
        return sorted(path.name for path in self.path.iterdir())

    def test_links_are_followed_and_stay(self):
        (self.path / "sub").mkdir()
        self.write("sub/old.csv", "old")
        os.chmod(self.path / "sub/old.csv", 0o640)
        os.symlink("sub/old.csv", self.path / "link.csv")
        os.symlink("link.csv", self.path / "link2.csv")
        os.symlink("sub/new.csv", self.path / "dangling.csv")
        for link, target in [("link2.csv", "sub/old.csv"), ("dangling.csv", "sub/new.csv")]:
            self.run_csv(link)
            self.assertTrue((self.path / link).is_symlink())
            self.assertIn("time", (self.path / target).read_text())
        self.assertEqual(os.stat(self.path / "sub/old.csv").st_mode & 0o777, 0o640)
        self.assertEqual(self.names(), ["dangling.csv", "link.csv", "link2.csv", "sub"])
        self.assertEqual(len(list((self.path / "sub").iterdir())), 2)
        os.symlink("b.csv", self.path / "a.csv")
        os.symlink("a.csv", self.path / "b.csv")
        self.assertIn("cannot write", self.run_csv("a.csv", code=4).stderr)

    def test_fifos_and_what_is_open_are_written_in_place(self):
        os.mkfifo(self.path / "fifo")
        os.symlink("fifo", self.path / "link")
        for name in ["fifo", "link"]:
            reader = subprocess.Popen(["cat", str(self.path / name)], stdout=subprocess.PIPE, text=True)
            self.run_csv(name)
            self.assertIn("time", reader.communicate(timeout=300)[0])
            self.assertTrue(stat.S_ISFIFO(os.stat(self.path / "fifo").st_mode))
        for name in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"]:
            text = self.run_csv(name).stdout
            self.assertIn("time,", text)
            self.assertIn("steps per second", text)
        self.assertEqual(self.names(), ["fifo", "link"])

    def test_a_reader_that_goes_away(self):
        os.mkfifo(self.path / "fifo")
        # a CSV longer than a pipe's buffer, to a reader that leaves after its first bytes
        process = subprocess.Popen([PROGRAM, "run", "gripper", "--seconds", "4", "--csv", "fifo", "--plot", "x.svg"], cwd=self.path,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        with open(self.path / "fifo") as file:
            file.read(10)
        process.communicate(timeout=300)
        self.assertEqual(process.returncode, -signal.SIGPIPE)
        self.assertEqual(self.names(), ["fifo"])

    def test_a_limit_on_the_size_of_files_is_an_error_and_leaves_nothing(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        self.write("x.csv", "old")
        self.assertIn("cannot write", self.run_csv("x.csv", code=4, preexec_fn=limit).stderr)
        self.assertEqual((self.path / "x.csv").read_text(), "old")
        self.assertEqual(self.names(), ["x.csv"])

    def test_a_name_that_is_too_long(self):
        self.assertIn("cannot write", self.run_csv("x" * 300, code=4).stderr)
        self.assertIn("cannot write", self.run_csv("x" * 5000, code=4).stderr)

    def test_only_regular_files_are_read(self):
        os.mkfifo(self.path / "fifo.xml")
        os.mkfifo(self.path / "fifo.mjb")
        os.mkfifo(self.path / "fifo.stl")
        os.mkfifo(self.path / "fifo.png")
        os.symlink("fifo.xml", self.path / "link.xml")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(self.path / "socket.xml"))
        self.write("include.xml", "<mujoco><include file='fifo.xml'/></mujoco>")
        self.write("mesh.xml", "<mujoco><asset><mesh file='fifo.stl'/></asset></mujoco>")
        self.write("texture.xml", "<mujoco><asset><texture type='2d' file='fifo.png'/></asset></mujoco>")
        self.write("hfield.xml", "<mujoco><asset><hfield name='h' file='fifo.png' size='1 1 1 1'/></asset></mujoco>")
        self.write("skin.xml", "<mujoco><asset><skin file='fifo.skn'/></asset></mujoco>".replace(".skn", ".stl"))
        self.write("model.xml", "<mujoco><asset><model file='fifo.xml'/></asset></mujoco>")
        self.write("robot.urdf", "<robot name='r'><link name='l'><collision><geometry><mesh filename='fifo.stl'/></geometry></collision></link></robot>")
        self.write("null.xml", "<mujoco><asset><mesh file='/dev/null'/></asset></mujoco>")
        for name in ["fifo.xml", "fifo.mjb", "link.xml", "socket.xml", "include.xml", "mesh.xml", "texture.xml", "hfield.xml", "skin.xml",
                     "model.xml", "robot.urdf", "null.xml", "/dev/null"]:
            for command in ["info", "check"]:
                done = subprocess.run([PROGRAM, command, name], cwd=self.path, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 3, f"{name}: {done.stdout}{done.stderr}")
        for words in [["run", "gripper", "--load-state", "fifo.xml"], ["compare", "gripper", "--against", "./fifo.xml"]]:
            done = subprocess.run([PROGRAM, *words], cwd=self.path, capture_output=True, text=True, timeout=60)
            self.assertIn(done.returncode, [2, 4], done.stderr)
        self.write("page.html", "<html></html>")
        for words in [["fifo.xml"], ["gripper", "fifo.xml"], ["link.xml"], ["socket.xml"], ["mesh.xml"], ["gripper", "/dev/null"]]:
            done = subprocess.run([PROGRAM, "export", *words, "-o", "x.html"], cwd=self.path, capture_output=True, text=True, timeout=60,
                                  env={**os.environ, "INGOT_VIEWER": "page.html"})
            self.assertIn(done.returncode, [3, 4], f"{words}: {done.stdout}{done.stderr}")
            self.assertFalse((self.path / "x.html").exists())

    def test_a_model_from_standard_input(self):
        text = (ROOT / "models/double_pendulum.xml").read_text()
        from_file = self.data("run", ROOT / "models/double_pendulum.xml", "--seconds", "0.1")
        done = subprocess.run([PROGRAM, "run", "-", "--seconds", "0.1", "--json"], input=text, cwd=self.path, capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["state_hash"], from_file["state_hash"])
        for text in ["", "<mujoco"]:
            done = subprocess.run([PROGRAM, "check", "-"], input=text, cwd=self.path, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 3, done.stderr)

    def test_progress_and_colours_only_on_a_terminal(self):
        master, slave = pty.openpty()
        process = subprocess.Popen([PROGRAM, "run", "gripper", "--seconds", "20"], cwd=self.path, stdout=subprocess.DEVNULL, stderr=slave,
                                   env={**os.environ, "TERM": "xterm"})
        os.close(slave)
        seen = b""
        try:
            while chunk := os.read(master, 4096):
                seen += chunk
        except OSError:
            pass
        process.wait(timeout=300)
        os.close(master)
        self.assertIn(b"simulating [", seen)
        self.assertEqual(self.ingot("run", "gripper", "--seconds", 1).stderr, "")


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main(verbosity=1)
