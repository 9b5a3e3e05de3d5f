"""What the calls of a client raise."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

from .types import ErrorObject, Render

#: The HTTP status of each code, for a render that ended without a picture.
STATUSES = {
    "CANCELLED": 409,
    "EXPIRED": 410,
    "INTERNAL": 500,
    "INVALID_INPUT": 400,
    "MODEL_ERROR": 502,
    "MODEL_UNAVAILABLE": 503,
}


class RenderError(Exception):
    """Whatever a client raises."""


class RenderConnectionError(RenderError):
    """No response arrived, after all retries; the cause is the error of httpx.

    A render may have been accepted before: only a retry with the same idempotency key is sure not to pay twice.
    """


class RenderTimeoutError(RenderError):
    """The call took longer than its `timeout`.

    `render` is the render after it was cancelled: its `usage` says what was charged. None when no render was
    accepted, or when the API could not be reached to cancel it.
    """

    def __init__(self, message: str, render: Render | None = None) -> None:
        super().__init__(message)
        self.render = render


class WebhookVerificationError(RenderError):
    """The call is not one of the API, or is too old: respond with 400 and do nothing."""


class RenderApiError(RenderError):
    """The API responded with an error, or a render ended without a picture. Compare `code`; nothing is charged."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        field: str | None = None,
        request_id: str | None = None,
        render_id: str | None = None,
        retry_after: float | None = None,
        remaining_credits: int | None = None,
        developers_url: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: HTTP status; of a render that ended without a picture, the status of its code.
        self.status = status
        #: Codes may be added; treat an unknown one by its status. `UNEXPECTED_RESPONSE`: a proxy sent the response.
        self.code = code
        #: Path of the first wrong field, on 400, such as `products[1].images[0]`.
        self.field = field
        #: The id under which the API's logs have the request.
        self.request_id = request_id
        self.render_id = render_id
        #: Seconds after which to retry, where the API says so.
        self.retry_after = retry_after
        #: Credits left, on 402.
        self.remaining_credits = remaining_credits
        #: Where to buy credits, on 402.
        self.developers_url = developers_url

    def __str__(self) -> str:
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.message}{request}"


def read_error(response: httpx.Response, text: str) -> RenderApiError:
    """Returns the error of a response other than 2xx, whose body is `text`."""
    body = read_error_object(response.status_code, text)
    headers = response.headers
    return RenderApiError(
        body["message"],
        status=response.status_code,
        code=body["code"],
        field=headers.get("x-error-field"),
        request_id=headers.get("x-request-id"),
        render_id=headers.get("x-render-id"),
        retry_after=read_retry_after(headers.get("retry-after")),
        remaining_credits=body.get("remaining_credits"),
        developers_url=body.get("developers_url"),
    )


def read_error_object(status: int, text: str) -> ErrorObject:
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if isinstance(body, dict) and isinstance(body.get("code"), str) and "message" in body:
        return body  # type: ignore[return-value]
    return unexpected(status)


def unexpected(status: int) -> ErrorObject:
    """Returns the error of a response that this API does not send."""
    message = f"The response (status {status}) is not one of the render API; check base_url and proxies."
    return {"error": "Unexpected response", "code": "UNEXPECTED_RESPONSE", "message": message}


def read_retry_after(header: str | None) -> float | None:
    """Returns the seconds of `Retry-After`: a number, or an HTTP date (RFC 9110 §10.2.3)."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def to_render_error(render: Render) -> RenderApiError:
    """Returns the error of a render that ended without a picture, as a caller that waited would have received it."""
    body = render.get("error") or {
        "code": "INTERNAL",
        "message": f"Render {render['id']} ended without a result.",
    }
    status = STATUSES.get(body["code"], 500)
    return RenderApiError(body["message"], status=status, code=body["code"], render_id=render["id"])
