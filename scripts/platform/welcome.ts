import { relative } from 'node:path';
import { demoPeople } from './demo-password.ts';

export interface Welcome {
  apiUrl: string;
  dataDir: string;
  redis: string;
  mongo: string;
  key: string;
  /** Renders with the local renderer and charges nothing. */
  testKey: string;
  /** Of the demo people; absent in production. */
  password?: string;
  requestFile: string;
  /** Location and price of the first image, or the reason why there is none. */
  example: string;
  /** Its address, or why there is none. */
  demoShop: string;
  /** Starts one more worker. */
  worker: string;
}

/** Returns a path relative to the current folder where that is shorter. */
export function typed(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}

function formatSignIn({ apiUrl, password }: Welcome): string {
  if (password === undefined) return `${apiUrl}/sign-in`;
  const addresses = demoPeople.map(({ email }) => email).join(', ');
  return `${apiUrl}/sign-in as ${addresses}, each with ${password}`;
}

/** Returns the addresses, keys and commands that a new user needs next, ready to paste. */
export function welcome(facts: Welcome): string {
  const { apiUrl, dataDir, key, testKey } = facts;
  return `
  API         ${apiUrl}
  Docs        ${apiUrl}/docs
  Demo shop   ${facts.demoShop}
  Operations  ${apiUrl}/ops
  Sign in     ${formatSignIn(facts)}
  Redis       ${facts.redis}
  MongoDB     ${facts.mongo}
  Data        ${typed(dataDir)} (logs in ${typed(`${dataDir}/logs`)})
  Demo key    ${key}
  Test key    ${testKey} (local renderer, charges nothing)
  Example     ${facts.example}

Render it yourself:

  curl -sS ${apiUrl}/visualize \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -H 'Accept: image/png' \\
    --data-binary '@${typed(facts.requestFile)}' -o render.png

Another worker, in a second terminal:

  ${facts.worker}
`;
}
