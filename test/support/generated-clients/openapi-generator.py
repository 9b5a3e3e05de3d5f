"""Renders with the client that openapi-generator has generated as `openapi_client`."""

import base64
import json
import os
import sys

import openapi_client
from openapi_client.exceptions import ApiException


def connect(key: str) -> openapi_client.RendersApi:
    settings = openapi_client.Configuration(host=os.environ["BASE_URL"], access_token=key)
    return openapi_client.RendersApi(openapi_client.ApiClient(settings))


request = openapi_client.RenderRequest.from_json(sys.stdin.read())
renders = connect(os.environ["API_KEY"])
done = renders.visualize_with_http_info(request)
inline = base64.b64decode(done.data.image.split(",")[1])
image = bytes(renders.get_render_image(done.headers["X-Render-Id"]))
try:
    connect(os.environ["EMPTY_KEY"]).visualize(request)
except ApiException as error:
    code = error.data.code
print(
    json.dumps(
        {
            "credits": done.data.usage.credits,
            "png": image.startswith(b"\x89PNG") and image == inline,
            "code": code,
        }
    )
)
