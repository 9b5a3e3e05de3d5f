"""Renders with the client that openapi-generator has generated as `openapi_client`."""

import base64
import json
import os
import sys

import openapi_client
from openapi_client.exceptions import ApiException


def connect(key: str) -> openapi_client.ApiClient:
    settings = openapi_client.Configuration(host=os.environ["BASE_URL"], access_token=os.environ[key])
    return openapi_client.ApiClient(settings)


def list_all(list_page, get_entries) -> list:
    entries, cursor = [], None
    while True:
        page = list_page(limit=1, cursor=cursor)
        entries += get_entries(page)
        cursor = page.next_cursor
        if cursor is None:
            return entries


request = openapi_client.RenderRequest.from_json(sys.stdin.read())
live, trial = connect("API_KEY"), openapi_client.RendersApi(connect("TEST_KEY"))
renders = openapi_client.RendersApi(live)
try:
    openapi_client.RendersApi(connect("EMPTY_KEY")).visualize(request)
except ApiException as error:
    code = error.data.code

request.scene_image = renders.upload_file("scene.jpg").id
done = renders.visualize_with_http_info(request)
inline = base64.b64decode(done.data.image.split(",")[1])
image = bytes(renders.get_render_image(done.headers["X-Render-Id"]))

request.scene_image = os.environ["SLOW_SCENE"]
for _ in range(2):
    accepted = trial.visualize_with_http_info(request, prefer="respond-async")
    trial.delete_render(accepted.data.id)
print(
    json.dumps(
        {
            "credits": done.data.usage.credits,
            "png": image.startswith(b"\x89PNG") and image == inline,
            "code": code,
            "states": [render.state for render in list_all(trial.list_renders, lambda page: page.renders)],
            "movements": [
                entry.kind
                for entry in list_all(openapi_client.CreditsApi(live).list_ledger, lambda page: page.entries)
            ],
        }
    )
)
