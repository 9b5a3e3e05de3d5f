/** Writes the shortest call that renders: the sample of the documentation, with that key. */
export const toFirstCall = (
  baseUrl: string,
  key: string,
): string => `curl -s ${baseUrl}/docs/samples/request.json |
curl ${baseUrl}/visualize --fail-with-body --max-time 300 \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -H "Accept: image/png" \\
  --data @- -o render.png`;
