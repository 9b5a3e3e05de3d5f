"""Verifies the calls of a webhook (Standard Webhooks)."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from .errors import WebhookVerificationError
from .types import CreditsLowMessage, RenderMessage

PREFIX = "whsec_"


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
) -> RenderMessage | CreditsLowMessage:
    """Checks the signature and the time of a call, and returns its event.

    `body` is the body as it was received, before parsing; while a secret is replaced, pass both. An operator's test
    has the type `webhook.test` and no data. Raises WebhookVerificationError for anything else.
    """
    call_id, timestamp, signatures = (
        read_header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"webhook-timestamp is more than {tolerance:g} s off; check the clock.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{call_id}.{timestamp}.".encode() + raw
    expected = [sign(one, signed) for one in ([secret] if isinstance(secret, str) else secret)]
    given = [entry[3:] for entry in signatures.split(" ") if entry.startswith("v1,")]
    if any([hmac.compare_digest(one.encode(), other) for one in given for other in expected]):
        return json.loads(raw)
    raise WebhookVerificationError("webhook-signature matches no secret; pass the body as it was received.")


def read_header(headers: Mapping[str, str], name: str) -> str:
    for given, value in headers.items():
        if given.lower() == name:
            return value
    raise WebhookVerificationError(f"The header {name} is missing.")


def sign(secret: str, signed: bytes) -> bytes:
    if not secret.startswith(PREFIX):
        raise ValueError(f"secret must begin with {PREFIX}.")
    key = base64.b64decode(secret[len(PREFIX) :])
    return base64.b64encode(hmac.digest(key, signed, "sha256"))
