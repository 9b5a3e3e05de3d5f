import { literal, php } from './literal.ts';
import type { SampleRequest } from './sample-request.ts';

const reading = {
  json: "$response = file_get_contents('URL', false, $context);\nprint_r(json_decode($response, true));",
  picture: "file_put_contents('picture.png', file_get_contents('URL', false, $context));",
  events:
    "$events = fopen('URL', 'r', false, $context);\nwhile (($line = fgets($events)) !== false) echo $line;",
};

/** The request for PHP 8, without packages. */
export function phpSample({ method, url, headers, credential, body, response }: SampleRequest): string {
  const authorization = credential ? [`        'Authorization: Bearer ' . getenv('${credential}'),`] : [];
  const others = Object.entries(headers).map(([name, value]) => `        ${php.text(`${name}: ${value}`)},`);
  const headerLines = [...authorization, ...others];
  const options = [
    `    'method' => '${method}',`,
    headerLines.length > 0 ? `    'header' => [\n${headerLines.join('\n')}\n    ],` : '',
    body === undefined ? '' : `    'content' => json_encode(${literal(body, php, '    ', '    ')}),`,
    "    'timeout' => 300,",
    "    'ignore_errors' => true,",
  ].filter(Boolean);
  return `<?php
$context = stream_context_create(['http' => [
${options.join('\n')}
]]);
${reading[response].replace('URL', url)}`;
}
