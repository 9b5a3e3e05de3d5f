import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '../../shared/identity/roles.ts';

export interface DemoPerson {
  role: Role;
  email: string;
  name: string;
}

/** The people of the demo account, one of each role. */
export const demoPeople: readonly DemoPerson[] = [
  { role: 'owner', email: 'owner@demo.example', name: 'Olga Owner' },
  { role: 'developer', email: 'developer@demo.example', name: 'Dev Developer' },
  { role: 'merchant', email: 'merchant@demo.example', name: 'Mira Merchant' },
  { role: 'operator', email: 'operator@demo.example', name: 'Otto Operator' },
];

const getFile = (dataDir: string) => join(dataDir, 'demo-password');

/** Returns the password of the demo people; undefined when there are none on this data folder. */
export async function readDemoPassword(dataDir: string): Promise<string | undefined> {
  const password = (await readFile(getFile(dataDir), 'utf8').catch(() => '')).trim();
  return password === '' ? undefined : password;
}

/** Returns the password of the demo people, made once on a data folder. */
export async function makeDemoPassword(dataDir: string): Promise<string> {
  const known = await readDemoPassword(dataDir);
  if (known !== undefined) return known;
  const password = randomBytes(12).toString('base64url');
  await writeFile(getFile(dataDir), `${password}\n`, { mode: 0o600 });
  return password;
}
