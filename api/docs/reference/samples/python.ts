import { literal, python } from './literal.ts';
import type { SampleRequest } from './sampled-request.ts';

const reading = {
  json: 'print(json.load(response))',
  picture: 'open("picture.png", "wb").write(response.read())',
  nothing: 'print(response.status)',
  events: 'for line in response:\n        print(line.decode(), end="")',
};

/** Returns the request for Python 3, without packages. */
export function pythonSample({ method, url, headers, credential, body, response }: SampleRequest): string {
  const authorization = credential
    ? [`        "${credential.header}": f"${credential.prefix}{os.environ['${credential.variable}']}",`]
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
    body && `    data=${'file' in body ? `open("${body.file}", "rb").read()` : 'json.dumps(body).encode()'},`,
  ].filter(Boolean);
  const hasJson = body !== undefined && 'json' in body;
  const modules = [response === 'json' || hasJson ? 'json' : '', credential ? 'os' : '', 'urllib.request'];
  return `import ${modules.filter(Boolean).join(', ')}
${hasJson ? `\nbody = ${literal(body.json, python, '    ')}` : ''}
request = urllib.request.Request(
${options.join('\n')}
)
with urllib.request.urlopen(request, timeout=300) as response:
    ${reading[response]}`;
}
