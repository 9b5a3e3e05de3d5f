import { literal, python } from './literal.ts';
import type { SampleRequest } from './sample-request.ts';

const reading = {
  json: 'print(json.load(response))',
  picture: 'open("picture.png", "wb").write(response.read())',
  events: 'for line in response:\n        print(line.decode(), end="")',
};

/** The request for Python 3, without packages. */
export function pythonSample({ method, url, headers, credential, body, response }: SampleRequest): string {
  const authorization = credential
    ? [`        "Authorization": f"Bearer {os.environ['${credential}']}",`]
    : [];
  const others = Object.entries(headers).map(
    ([name, value]) => `        ${python.entry(name)}${python.text(value)},`,
  );
  const headerLines = [...authorization, ...others];
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    `    ${JSON.stringify(url)},`,
    method === usual ? '' : `    method="${method}",`,
    headerLines.length > 0 ? `    headers={\n${headerLines.join('\n')}\n    },` : '',
    body === undefined ? '' : '    data=json.dumps(body).encode(),',
  ].filter(Boolean);
  const modules = [
    response === 'json' || body !== undefined ? 'json' : '',
    credential ? 'os' : '',
    'urllib.request',
  ];
  return `import ${modules.filter(Boolean).join(', ')}
${body === undefined ? '' : `\nbody = ${literal(body, python, '    ')}`}
request = urllib.request.Request(
${options.join('\n')}
)
with urllib.request.urlopen(request, timeout=300) as response:
    ${reading[response]}`;
}
