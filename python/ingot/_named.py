# SPDX-License-Identifier: Apache-2.0
"""Objects of a model by name: model.body("torso").mass, worlds.joint("knee").qpos, with the attributes of the mujoco package."""
from ingot._library import C, Error, as_int, did_you_mean
from ingot._table import DATA, MODEL

# kind: (its word in mju_str2Type, its number in mjModel, prefix of its arrays in mjModel, prefixes in mjData)
KINDS = {
    "actuator": ("actuator", "nu", "actuator_", ("actuator_",)),
    "body": ("body", "nbody", "body_", ()),
    "camera": ("camera", "ncam", "cam_", ("cam_",)),
    "equality": ("equality", "neq", "eq_", ("eq_",)),
    "exclude": ("exclude", "nexclude", "exclude_", ()),
    "geom": ("geom", "ngeom", "geom_", ("geom_",)),
    "hfield": ("hfield", "nhfield", "hfield_", ()),
    "joint": ("joint", "njnt", "jnt_", ()),
    "keyframe": ("key", "nkey", "key_", ()),
    "light": ("light", "nlight", "light_", ("light_",)),
    "material": ("material", "nmat", "mat_", ()),
    "mesh": ("mesh", "nmesh", "mesh_", ()),
    "numeric": ("numeric", "nnumeric", "numeric_", ()),
    "pair": ("pair", "npair", "pair_", ()),
    "sensor": ("sensor", "nsensor", "sensor_", ()),
    "site": ("site", "nsite", "site_", ("site_",)),
    "skin": ("skin", "nskin", "skin_", ()),
    "tendon": ("tendon", "ntendon", "tendon_", ("ten_",)),
    "text": ("text", "ntext", "text_", ()),
    "texture": ("texture", "ntex", "tex_", ()),
    "tuple": ("tuple", "ntuple", "tuple_", ()),
}
# other names of the same in the mujoco package
ALIASES = {"jnt": "joint", "cam": "camera", "eq": "equality", "mat": "material", "tex": "texture", "key": "keyframe", "ten": "tendon"}

# arrays that hold one run of numbers for each object: (first and length in mjModel, the array)
RUNS = {
    ("sensor", "data"): ("sensor_adr", "sensor_dim", "sensordata"),
    ("numeric", "data"): ("numeric_adr", "numeric_size", "numeric_data"),
    ("tuple", "objtype"): ("tuple_adr", "tuple_size", "tuple_objtype"),
    ("tuple", "objid"): ("tuple_adr", "tuple_size", "tuple_objid"),
    ("tuple", "objprm"): ("tuple_adr", "tuple_size", "tuple_objprm"),
    ("actuator", "act"): ("actuator_actadr", "actuator_actnum", "act"),
}
QPOS_WIDTH, DOF_WIDTH = (7, 4, 1, 1), (6, 3, 1, 1)  # by type of joint


def _attributes(kind):
    """{attribute: (array, how rows are counted)} of the model, and of the data."""
    _, count, prefix, data_prefixes = KINDS[kind]
    model = {name[len(prefix) :]: (name, "row") for name, (_, rows, _) in MODEL.items() if name.startswith(prefix) and rows == count}
    data = {}
    for name, (_, rows, _) in DATA.items():
        if rows != count:
            continue
        for start in data_prefixes:
            if name.startswith(start):
                data[name[len(start) :]] = (name, "row")
        if kind in ("body", "joint") or name == "ctrl":
            data[name] = (name, "row")
    if kind == "joint":
        for name, (_, rows, _) in MODEL.items():
            if rows == "nv" and name.startswith("dof_") and (name[4:] not in model or name == "dof_bodyid"):
                model[name[4:]] = (name, "dof")
            if rows == "nq":
                model[name] = (name, "qpos")
        data.update({name: (name, "dof") for name, (_, rows, _) in DATA.items() if rows == "nv"})
        data["qpos"] = ("qpos", "qpos")
    for (owner, attribute), (_, _, name) in RUNS.items():
        if owner == kind:
            (model if name in MODEL else data)[attribute] = (name, "run")
    return model, data


_TABLES = {}


def attributes(kind):
    if kind not in _TABLES:
        _TABLES[kind] = _attributes(kind)
    return _TABLES[kind]


def find(model, kind, key):
    """The index of an object by name or index; KeyError or IndexError with what there is."""
    word, count, _, _ = KINDS[kind]
    count = getattr(model, count)
    if not isinstance(key, str):
        index = as_int(f"the index of a {kind}", key, -count, count - 1) if count else -1
        if count:
            return index % count
        raise KeyError(f"the model has no {kind}")
    number = C.mj_name2id(model._address, C.mju_str2Type(word.encode()), key.encode())
    if number < 0:
        names = [name for name in (model.name(word, i) for i in range(count)) if name]
        raise KeyError(f"{kind} '{key}' not found{did_you_mean(key, names)}")
    return number


def place(model, kind, index, attribute, entry):
    """(array, rows as a slice or an index) of an attribute."""
    name, way = entry
    if way == "run":
        start, length, _ = RUNS[kind, attribute]
        start, length = int(getattr(model, start)[index]), int(getattr(model, length)[index])
        return name, slice(max(start, 0), max(start, 0) + max(length, 0))
    if way == "row":
        columns = (MODEL.get(name) or DATA[name])[2]
        return name, index if columns != 1 else slice(index, index + 1)
    width = (QPOS_WIDTH if way == "qpos" else DOF_WIDTH)[int(model.jnt_type[index])]
    start = int((model.jnt_qposadr if way == "qpos" else model.jnt_dofadr)[index])
    return name, slice(start, start + width)


class Named:
    """One object: its attributes are parts of the arrays of its owner, which says how they are read and written."""

    __slots__ = ("_owner", "_kind", "_index")

    def __init__(self, owner, kind, key):
        object.__setattr__(self, "_owner", owner)
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "_index", find(owner._named_model(), kind, key))

    @property
    def id(self):
        return self._index

    @property
    def name(self):
        return self._owner._named_model().name(KINDS[self._kind][0], self._index)

    def _place(self, attribute):
        model, data = attributes(self._kind)
        for table in self._owner._named_tables(model, data):
            if attribute in table:
                return place(self._owner._named_model(), self._kind, self._index, attribute, table[attribute])
        names = [name for table in self._owner._named_tables(model, data) for name in table]
        raise AttributeError(f"a {self._kind} has no '{attribute}' here{did_you_mean(attribute, names)}")

    def __getattr__(self, attribute):
        if attribute.startswith("_"):
            raise AttributeError(attribute)
        return self._owner._named_get(*self._place(attribute))

    def __setattr__(self, attribute, value):
        if attribute in ("id", "name"):
            raise AttributeError(f"the {attribute} of a {self._kind} cannot be changed")
        self._owner._named_set(*self._place(attribute), value)

    def __dir__(self):
        return [*super().__dir__(), *(name for table in self._owner._named_tables(*attributes(self._kind)) for name in table)]

    def __repr__(self):
        return f"<{self._kind} {self._index} {self.name!r}>"


class ByName:
    """The methods body(), joint(), geom(), ... of what has objects."""


def _method(kind):
    def named(self, key):
        return Named(self, kind, key)

    named.__name__, named.__doc__ = kind, f"A {kind} by name or index."
    return named


for _kind in KINDS:
    setattr(ByName, _kind, _method(_kind))
for _alias, _kind in ALIASES.items():
    setattr(ByName, _alias, _method(_kind))
