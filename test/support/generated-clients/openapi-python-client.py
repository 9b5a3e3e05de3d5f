"""Renders with the client that openapi-python-client has generated as `render_api_client`."""

import base64
import json
import os
import sys

from render_api_client import AuthenticatedClient
from render_api_client.api.renders import visualize
from render_api_client.models import Error, RenderRequest


def connect(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["BASE_URL"], token=key, timeout=300)


request = RenderRequest.from_dict(json.load(sys.stdin))
done = visualize.sync(client=connect(os.environ["API_KEY"]), body=request)
refused = visualize.sync(client=connect(os.environ["EMPTY_KEY"]), body=request)
assert isinstance(refused, Error)
image = base64.b64decode(done.image.split(",")[1])
print(
    json.dumps({"credits": done.usage.credits_, "png": image.startswith(b"\x89PNG"), "code": refused.code})
)
