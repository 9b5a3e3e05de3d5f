import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';

/** Kept by a browser while its person is at the issuer: the response belongs to the browser that asked. */
interface StaffState {
  state: string;
  /** The page that was wanted. */
  to: string;
}

type Settings = Pick<Config, 'BASE_URL'>;

const maxAgeMs = 15 * 60_000;

const isSecure = ({ BASE_URL }: Settings) => BASE_URL.startsWith('https:');
const toName = (config: Settings) => `${isSecure(config) ? '__Host-' : ''}staff-sign-in`;
const toOptions = (config: Settings): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure(config),
  path: '/',
});

export function keepStaffState(res: Response, config: Settings, { state, to }: StaffState): void {
  const value = new URLSearchParams({ state, to }).toString();
  res.cookie(toName(config), value, { ...toOptions(config), maxAge: maxAgeMs });
}

export function clearStaffState(res: Response, config: Settings): void {
  res.clearCookie(toName(config), toOptions(config));
}

/** Reads the cookie; empty texts where there is none. */
export function readStaffState(req: Request, config: Settings): StaffState {
  const start = `${toName(config)}=`;
  const pair = (req.get('cookie') ?? '').split('; ').find((each) => each.startsWith(start)) ?? start;
  const fields = new URLSearchParams(decode(pair.slice(start.length)));
  return { state: fields.get('state') ?? '', to: fields.get('to') ?? '' };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
