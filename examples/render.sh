#!/bin/sh
# Renders the request that `npm start` has written, and saves the picture: examples/render.sh [OUT]
# API_URL, API_KEY and REQUEST override the address, the key and the file with the request.
set -eu
data="${DATA_DIR:-$(dirname "$0")/../.data}"
curl --fail-with-body --silent --show-error "${API_URL:-http://localhost:3000}/visualize" \
  -H "Authorization: Bearer ${API_KEY:-$(cat "$data/demo-key")}" \
  -H 'Content-Type: application/json' \
  -H 'Accept: image/png' \
  --data-binary "@${REQUEST:-$data/example-request.json}" \
  -o "${1:-render.png}"
