"""Client of the render platform's HTTP API."""

from .api import Product, RenderResult
from .client import AsyncRenderClient, RenderClient
from .errors import (
    RenderApiError,
    RenderConnectionError,
    RenderError,
    RenderTimeoutError,
    WebhookVerificationError,
)
from .images import ImageSource
from .progress import RenderProgress
from .server_events import ServerEvent
from .webhook import verify_webhook

__all__ = [
    "AsyncRenderClient",
    "ImageSource",
    "Product",
    "RenderApiError",
    "RenderClient",
    "RenderConnectionError",
    "RenderError",
    "RenderProgress",
    "RenderResult",
    "RenderTimeoutError",
    "ServerEvent",
    "WebhookVerificationError",
    "verify_webhook",
]
