#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare two folders of pictures made by shoot.py.

    compare.py REFERENCE OURS [--sheet out.png [--columns N]] [--times]

Prints per picture SSIM (structural similarity of the grey values, windows of 7 x 7), the part of pixels whose depth agrees to
1 %, and the part whose segmentation is equal; then the means and the worst. --sheet: pairs with their difference.
"""
import argparse
import glob
import os
import struct
import sys
import zlib

import numpy as np


def box(a, n=7):
    c = np.cumsum(np.cumsum(np.pad(a, ((1, 0), (1, 0))), 0), 1)
    return (c[n:, n:] - c[:-n, n:] - c[n:, :-n] + c[:-n, :-n]) / (n * n)


def ssim(a, b):
    """Wang, Bovik, Sheikh, Simoncelli 2004, with flat windows."""
    weights = np.array([0.299, 0.587, 0.114])
    a, b = a.astype(float) @ weights, b.astype(float) @ weights
    n = 49 / 48
    ma, mb = box(a), box(b)
    va, vb, cov = n * (box(a * a) - ma * ma), n * (box(b * b) - mb * mb), n * (box(a * b) - ma * mb)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(np.mean((2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))))


def write_png(path, image):
    rows = b"".join(b"\0" + row.tobytes() for row in np.ascontiguousarray(image, np.uint8))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", image.shape[1], image.shape[0], 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def pair(a, b):
    difference = np.clip(np.abs(a.astype(int) - b.astype(int)) * 4, 0, 255).astype(np.uint8)
    return np.concatenate([a, b, difference], 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference")
    parser.add_argument("ours")
    parser.add_argument("--sheet")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--columns", type=int, default=1, help="pairs beside each other in the sheet")
    options = parser.parse_args()
    rows, strips, ratios = [], [], []
    for path in sorted(glob.glob(os.path.join(options.reference, "*.npz"))):
        name = os.path.basename(path)
        if not os.path.exists(os.path.join(options.ours, name)):
            print(f"{name}: only in {options.reference}")
            continue
        a, b = np.load(path), np.load(os.path.join(options.ours, name))
        for key in a.files:
            kind, camera = key.split("_")
            if kind == "time":
                ratios.append(float(a[key]) / float(b[key]))
                print(f"{name[:-4]:40s} {camera:>3s}  {1e3 * float(a[key]):8.2f} ms {1e3 * float(b[key]):8.3f} ms {ratios[-1]:7.1f} x")
            if kind != "rgb":
                continue
            value = ssim(a[key], b[key])
            depth = segment = float("nan")
            if f"depth_{camera}" in a.files:
                za, zb = a[f"depth_{camera}"], b[f"depth_{camera}"]
                depth = float(np.mean(np.abs(za - zb) <= 0.01 * np.abs(za)))
                segment = float(np.mean(np.all(a[f"segment_{camera}"] == b[f"segment_{camera}"], -1)))
            rows.append((value, depth, segment, name[:-4], camera))
            if not options.times:
                print(f"{name[:-4]:40s} {camera:>3s}  ssim {value:.4f}  depth {depth:.4f}  segments {segment:.4f}")
            strips.append(pair(a[key], b[key]))
    if not rows:
        sys.exit("nothing to compare")
    if ratios:
        print(f"geometric mean {np.exp(np.mean(np.log(ratios))):.1f} x")
    values = np.array([row[:3] for row in rows])
    print(f"{len(rows)} pictures: mean ssim {values[:, 0].mean():.4f}, depth {values[:, 1].mean():.4f}, segments {values[:, 2].mean():.4f}")
    for row in sorted(rows)[:5]:
        print(f"  lowest ssim {row[0]:.4f}  {row[3]} {row[4]}")
    if options.sheet:
        rows = [np.concatenate(strips[i : i + options.columns], 1) for i in range(0, len(strips), options.columns)]
        write_png(options.sheet, np.concatenate([row for row in rows if row.shape == rows[0].shape], 0))


if __name__ == "__main__":
    main()
