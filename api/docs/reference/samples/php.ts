import { literal, php } from './literal.ts';
import type { SampleRequest } from './sampled-request.ts';

const reading = {
  json: "$response = file_get_contents('URL', false, $context);\nprint_r(json_decode($response, true));",
  nothing: "file_get_contents('URL', false, $context);\necho $http_response_header[0];",
  picture: "file_put_contents('picture.png', file_get_contents('URL', false, $context));",
  events:
    "$events = fopen('URL', 'r', false, $context);\nwhile (($line = fgets($events)) !== false) echo $line;",
};

/** Returns the request for PHP 8, without packages. */
export function phpSample({ method, url, headers, credential, body, response }: SampleRequest): string {
  const authorization = credential
    ? [`        '${credential.header}: ${credential.prefix}' . getenv('${credential.variable}'),`]
    : [];
  const others = Object.entries(headers).map(([name, value]) => `        ${php.text(`${name}: ${value}`)},`);
  const headerLines = [...authorization, ...others];
  const options = [
    `    'method' => '${method}',`,
    headerLines.length > 0 ? `    'header' => [\n${headerLines.join('\n')}\n    ],` : '',
    body && `    'content' => ${toBody(body)},`,
    "    'timeout' => 300,",
    "    'ignore_errors' => true,",
  ].filter(Boolean);
  return `<?php
$context = stream_context_create(['http' => [
${options.join('\n')}
]]);
${reading[response].replace('URL', url)}`;
}

const toBody = (body: NonNullable<SampleRequest['body']>) =>
  'file' in body
    ? `file_get_contents('${body.file}')`
    : `json_encode(${literal(body.json, php, '    ', '    ')})`;
