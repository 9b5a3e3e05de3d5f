import { literal, typescript } from './literal.ts';
import type { SampleRequest } from './sampled-request.ts';

const reading = {
  json: 'console.log(await response.json());',
  picture: "await writeFile('picture.png', Buffer.from(await response.arrayBuffer()));",
  nothing: 'console.log(response.status);',
  events:
    'for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) console.log(chunk);',
};

/** Returns the request for Node 20, Bun and Deno, without packages. */
export function typescriptSample({
  method,
  url,
  headers,
  credential,
  body,
  response,
}: SampleRequest): string {
  const authorization = credential
    ? [
        `    ${typescript.entry(credential.header)}\`${credential.prefix}\${process.env.${credential.variable}}\`,`,
      ]
    : [];
  const others = Object.entries(headers).map(
    ([name, value]) => `    ${typescript.entry(name)}${typescript.text(value)},`,
  );
  const headerLines = [...authorization, ...others];
  const options = [
    method === 'GET' ? '' : `  method: '${method}',`,
    headerLines.length > 0 ? `  headers: {\n${headerLines.join('\n')}\n  },` : '',
    body && `  body: ${toBody(body)},`,
    response === 'events' ? '' : '  signal: AbortSignal.timeout(300_000),',
  ].filter(Boolean);
  return `${imports({ body, response })}const response = await fetch('${url}', {
${options.join('\n')}
});
if (!response.ok) throw new Error(await response.text());
${reading[response]}`;
}

const toBody = (body: NonNullable<SampleRequest['body']>) =>
  'file' in body
    ? `await readFile('${body.file}')`
    : `JSON.stringify(${literal(body.json, typescript, '  ', '  ')})`;

function imports({
  body,
  response,
}: Pick<SampleRequest, 'response'> & { body: SampleRequest['body'] | undefined }): string {
  const names = [body && 'file' in body ? 'readFile' : '', response === 'picture' ? 'writeFile' : ''].filter(
    Boolean,
  );
  return names.length > 0 ? `import { ${names.join(', ')} } from 'node:fs/promises';\n\n` : '';
}
