# SPDX-License-Identifier: Apache-2.0
"""What the two libraries export and what they ask of the system."""
import re
import subprocess

from mujoco.introspect import functions

from places import COMPAT, OURS, PACKAGE, ROOT

# data symbols, and functions that bindings use without a place in the headers
DATA = """mju_user_error mju_user_warning mju_user_malloc mju_user_free mjcb_passive mjcb_control mjcb_contactfilter
mjcb_sensor mjcb_time mjcb_act_dyn mjcb_act_gain mjcb_act_bias mjCOLLISIONFUNC mjDISABLESTRING mjENABLESTRING
mjTIMERSTRING mjLABELSTRING mjFRAMESTRING mjVISSTRING mjRNDSTRING""".split()
PRIVATE = ["mj_arenaAllocByte"] + [f"_mjPRIVATE__{verb}_{what}" for what in ("tls_error_fn", "tls_warning_fn", "xml_precision")
                                   for verb in ("get", "set")]

# families that share objects: whole or not at all
FAMILIES = {
    "spec and compiler": r"mjs_\w+|mj_(makeSpec|copySpec|deleteSpec|compile|recompile|copyBack|loadXML|parse\w*|save(Last)?XML\w*|freeLastXML)",
    "data memory and state": r"mj_(makeData|copyData|resetData\w*|deleteData|markStack|freeStack|stackAlloc\w+|arenaAllocByte|stateSize|"
                             r"getState|setState|extractState|copyState)",
    "files": r"mj_\w+VFS|mju_(open|close|read)Resource|mju_getResourceDir|mju_isModifiedResource",
    "plugins": r"mjp_\w+|mj_load(All)?PluginLibrar\w+",
    "threads": r"mju_threadPool\w+|mju_bindThreadPool|mju_taskJoin|mju_defaultTask",
}


def symbols(path, kind):
    text = subprocess.run(["nm", "-D", kind, str(path)], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].partition("@")[0] for line in text.splitlines()}


def public_names():
    header = re.sub(r"//.*", "", (PACKAGE / "include" / "mujoco" / "mujoco.h").read_text())
    declared = set(re.findall(r"MJAPI\s[^;(]*?\b(\w+)\(", header)) | set(functions.FUNCTIONS)
    return {n for n in declared if re.match(r"mj", n)} | set(DATA)


def test_compat_exports_every_public_symbol():
    wanted = public_names()
    missing = sorted((wanted | set(PRIVATE)) - symbols(COMPAT, "--defined-only"))
    assert not missing, f"{len(missing)} missing: {missing[:10]}"
    assert len(wanted) >= 538, len(wanted)
    return f"{len(wanted)} public and {len(PRIVATE)} private"


def test_preloaded_library_has_whole_families():
    ours, all_names = symbols(OURS, "--defined-only"), public_names() | set(PRIVATE)
    for family, pattern in FAMILIES.items():
        members = {n for n in all_names if re.fullmatch(pattern, n)}
        assert members and (members <= ours or not members & ours), f"{family}: half exported, without {sorted(members - ours)[:10]}"


def test_missing_list_is_what_is_missing():
    listed = set((ROOT / "cmake" / "missing.txt").read_text().split())
    ours = symbols(OURS, "--defined-only")
    assert not listed & ours, f"built, but still listed: {sorted(listed & ours)[:10]}"
    assert public_names() - ours <= listed, f"neither built nor listed: {sorted(public_names() - ours - listed)[:10]}"
    return f"{len(listed)} not built"


def test_no_foreign_names_are_exported():
    # the one C++ name is the reference's too: programs that swap the last spec link to it
    strange = [n for n in symbols(OURS, "--defined-only") if not re.match(r"_?mj|ingot|_init$|_fini$|_Z16SetGlobalXmlSpecP7mjSpec_$", n)]
    assert not strange, strange[:10]


def test_elementary_functions_are_our_own():
    """The same bits everywhere: nothing of libm but what IEEE defines exactly."""
    table = """sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p pow cbrt hypot
    fmin fmax fmod remainder fma erf erfc lgamma tgamma sincos ldexp frexp scalbn""".split()
    forbidden = {f + suffix for f in table for suffix in ("", "f", "l")}
    for library in (OURS, COMPAT):
        used = symbols(library, "--undefined-only") & forbidden
        assert not used, f"{library.name}: {sorted(used)}"
