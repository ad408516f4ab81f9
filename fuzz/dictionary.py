# SPDX-License-Identifier: Apache-2.0
"""Words for the fuzzer: the elements and attributes of the schema, as the library prints it.

  python3 fuzz/dictionary.py build/libingot.so > fuzz/load.dict
"""
import ctypes
import re
import sys

lib = ctypes.CDLL(sys.argv[1])
size = lib.mj_printSchema(None, None, 0, 0, 0)
text = ctypes.create_string_buffer(1 << 20)
lib.mj_printSchema(None, text, len(text), 0, 0)
words = sorted(set(re.findall(r"[A-Za-z_][A-Za-z_0-9]*", text.value.decode())))
for word in words:
    print(f'"<{word} "')
    print(f'" {word}=\\""')
for word in ("/>", "</", "\">", "1 0 0", "true", "false", "auto", "world", "1e308", "-1"):
    print('"' + word.replace('"', '\\"') + '"')
