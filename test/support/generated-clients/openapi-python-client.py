"""Renders with the client that openapi-python-client has generated as `render_api_client`."""

import base64
import json
import os
import sys

from render_api_client import AuthenticatedClient
from render_api_client.api.credits_ import list_ledger
from render_api_client.api.renders import delete_render, get_render_image, list_renders, upload_file, visualize
from render_api_client.models import Error, RenderRequest, UploadFileFilesBody
from render_api_client.types import UNSET, File


def connect(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ[key], timeout=300)


def list_all(client: AuthenticatedClient, operation, get_entries) -> list:
    entries, cursor = [], UNSET
    while True:
        page = operation.sync(client=client, limit=1, cursor=cursor)
        entries += get_entries(page)
        cursor = page.next_cursor
        if cursor is None:
            return entries


request = RenderRequest.from_dict(json.load(sys.stdin))
live, trial = connect("API_KEY"), connect("TEST_KEY")
refused = visualize.sync(client=connect("EMPTY_KEY"), body=request)
assert isinstance(refused, Error)

with open("scene.jpg", "rb") as scene:
    form = UploadFileFilesBody(file=File(payload=scene, file_name="scene.jpg", mime_type="image/jpeg"))
    request.scene_image = upload_file.sync(client=live, body=form).id
done = visualize.sync_detailed(client=live, body=request)
inline = base64.b64decode(done.parsed.image.split(",")[1])
# It generates no type for the bytes of an image, and has them in `content`.
image = get_render_image.sync_detailed(done.headers["X-Render-Id"], client=live).content

request.scene_image = os.environ["SLOW_SCENE"]
for _ in range(2):
    accepted = visualize.sync(client=trial, body=request, prefer="respond-async")
    delete_render.sync(accepted.id, client=trial)
print(
    json.dumps(
        {
            "credits": done.parsed.usage.credits_,
            "png": image.startswith(b"\x89PNG") and image == inline,
            "code": refused.code,
            "states": [render.state for render in list_all(trial, list_renders, lambda page: page.renders)],
            "movements": [entry.kind for entry in list_all(live, list_ledger, lambda page: page.entries)],
        }
    )
)
