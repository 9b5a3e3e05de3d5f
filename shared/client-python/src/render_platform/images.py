"""Images of a request, as the API takes them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import BinaryIO

#: An https URL, a data URL or the id of an uploaded file; the bytes of a JPEG, PNG, WebP or AVIF file; a path; an open file.
ImageSource = str | bytes | Path | BinaryIO

MAX_BYTES = 8 * 1024 * 1024


def to_image_text(image: ImageSource, field: str) -> str:
    """Returns the image as a text: the API determines its type from the content.

    Raises TypeError or ValueError naming the field.
    """
    if isinstance(image, str):
        return image
    return "data:application/octet-stream;base64," + base64.b64encode(read_image(image, field)).decode()


def read_image(image: bytes | Path | BinaryIO, field: str) -> bytes:
    """Returns the bytes of an image; a file is read to its end once."""
    if isinstance(image, Path):
        return checked(image.read_bytes(), field)
    if isinstance(image, (bytes, bytearray, memoryview)):
        return checked(bytes(image), field)
    if hasattr(image, "read"):
        data = image.read(MAX_BYTES + 1)
        if isinstance(data, bytes):
            return checked(data, field)
    raise TypeError(f"{field} must be an https URL, a data URL, bytes, a pathlib.Path or a file opened with 'rb'.")


def checked(data: bytes, field: str) -> bytes:
    if len(data) <= MAX_BYTES:
        return data
    raise ValueError(f"{field} has more than 8 MiB; send a smaller image.")
