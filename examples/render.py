"""Renders examples/visualize.json and saves the picture: python3 examples/render.py [OUT]

API_URL and API_KEY override the address and the key of `npm start`. Standard library only.
"""

import base64
import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path

here = Path(__file__).parent
url = os.environ.get("API_URL", "http://localhost:3000")
key = os.environ.get("API_KEY") or (here.parent / ".data" / "demo-key").read_text().strip()


def data_url(name: str) -> str:
    """A photo of this folder as a data URL; an https URL can be sent as it is."""
    return "data:image/jpeg;base64," + base64.b64encode((here / name).read_bytes()).decode()


request = json.loads((here / "visualize.json").read_text())
request["sceneImage"] = data_url(request["sceneImage"])
for product in request["products"]:
    product["images"] = [data_url(image) for image in product["images"]]

call = urllib.request.Request(
    f"{url}/visualize",
    data=json.dumps(request).encode(),
    headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(call, timeout=300) as response:
        body = json.load(response)
except urllib.error.HTTPError as error:
    sys.exit(f"HTTP {error.code}: {error.read().decode()}")

out = Path(sys.argv[1] if len(sys.argv) > 1 else "render.png")
out.write_bytes(base64.b64decode(body["image"].split(",")[1]))
print(f"{out}: {body['usage']['credits']} credit used, {body['usage']['balance']} left")
