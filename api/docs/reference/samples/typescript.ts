import { literal, typescript } from './literal.ts';
import type { SampleRequest } from './sample-request.ts';

const reading = {
  json: 'console.log(await response.json());',
  picture: "await writeFile('picture.png', Buffer.from(await response.arrayBuffer()));",
  events:
    'for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) console.log(chunk);',
};

/** The request for Node 20, Bun and Deno, without packages. */
export function typescriptSample({
  method,
  url,
  headers,
  credential,
  body,
  response,
}: SampleRequest): string {
  const authorization = credential ? [`    Authorization: \`Bearer \${process.env.${credential}}\`,`] : [];
  const others = Object.entries(headers).map(
    ([name, value]) => `    ${typescript.entry(name)}${typescript.text(value)},`,
  );
  const headerLines = [...authorization, ...others];
  const options = [
    method === 'GET' ? '' : `  method: '${method}',`,
    headerLines.length > 0 ? `  headers: {\n${headerLines.join('\n')}\n  },` : '',
    body === undefined ? '' : `  body: JSON.stringify(${literal(body, typescript, '  ', '  ')}),`,
    response === 'events' ? '' : '  signal: AbortSignal.timeout(300_000),',
  ].filter(Boolean);
  return `${response === 'picture' ? "import { writeFile } from 'node:fs/promises';\n\n" : ''}const response = await fetch('${url}', {
${options.join('\n')}
});
if (!response.ok) throw new Error(await response.text());
${reading[response]}`;
}
