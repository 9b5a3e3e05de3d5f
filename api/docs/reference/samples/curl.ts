import type { SampleRequest } from './sample-request.ts';

const output = { json: '', picture: ' -o picture.png', events: '' };

/** The request as a command of a POSIX shell. */
export function curlSample({ method, url, headers, credential, body, response }: SampleRequest): string {
  const quotedUrl = /[?&{}]/.test(url) ? `"${url}"` : url;
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    method === usual ? '' : `-X ${method}`,
    credential && `-H "Authorization: Bearer $${credential}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    body === undefined ? '' : `--data ${shellText(JSON.stringify(body, null, 2))}`,
  ].filter(Boolean);
  const first = `curl${response === 'events' ? ' -N' : ''} ${quotedUrl}`;
  return [first, ...options].join(' \\\n  ') + output[response];
}

const shellText = (text: string) => `'${text.replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`;
