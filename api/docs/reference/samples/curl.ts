import type { SampleRequest } from './sampled-request.ts';

const output = { json: '', picture: ' -o picture.png', events: '', nothing: '' };

/** Returns the request as a command of a POSIX shell. */
export function curlSample({ method, url, headers, credential, body, response }: SampleRequest): string {
  const quotedUrl = /[?&{}]/.test(url) ? `"${url}"` : url;
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    method === usual ? '' : `-X ${method}`,
    credential && `-H "${credential.header}: ${credential.prefix}$${credential.variable}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    body && dataOption(body),
  ].filter(Boolean);
  const first = `curl${response === 'events' ? ' -N' : ''} ${quotedUrl}`;
  return [first, ...options].join(' \\\n  ') + output[response];
}

const dataOption = (body: NonNullable<SampleRequest['body']>) =>
  'file' in body ? `--data-binary @${body.file}` : `--data ${shellText(JSON.stringify(body.json, null, 2))}`;

const shellText = (text: string) => `'${text.replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`;
