import { expect } from 'chai';
import type { Database } from '../../shared/database/database.ts';

/** Whatever serves the pages for people. */
interface App {
  url: string;
}

export const testPassword = 'a sentence as password';

export interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** The target of a redirect. */
  location: string | null;
}

interface UploadedForm {
  /** The page of the form, where it is another one. */
  page?: string;
  /** In place of that of the page. */
  token?: string;
  file: string | Uint8Array<ArrayBuffer>;
  name: string;
  fields?: Record<string, string>;
}

/** An event stream never ends: it is closed, and read as nothing. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body!.cancel();
  return '';
}

/** A browser without JavaScript: it keeps cookies, and sends forms with what browsers say of them. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #app: App;
  /** Sent with each request. */
  headers: Record<string, string> = {};

  constructor(app: App) {
    this.#app = app;
  }

  async get(path: string): Promise<Page> {
    return this.#send(path, {});
  }

  /** Sends a form; `from` is what the browser says about where the form is. */
  async post(
    path: string,
    fields: Record<string, string> = {},
    from: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Page> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...from };
    return this.#send(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  }

  /** Sends a form of a page with its token and its attempt. */
  async submit(path: string, fields: Record<string, string>, page = '/developers/accounts'): Promise<Page> {
    const { text } = await this.get(page);
    const attempt = /name="attempt" value="(\w+)"/.exec(text)?.[1];
    return this.post(path, { token: readToken(text), ...(attempt && { attempt }), ...fields });
  }

  /** Sends a form of a page with a file, its token first. */
  async upload(path: string, { page = path, token, file, name, fields = {} }: UploadedForm): Promise<Page> {
    const { text } = await this.get(page);
    const attempt = /name="attempt" value="(\w+)"/.exec(text)?.[1];
    const body = new FormData();
    const all = { token: token ?? readToken(text), ...(attempt && { attempt }), ...fields };
    for (const [field, value] of Object.entries(all)) body.append(field, value);
    body.append('file', new Blob([file]), name);
    return this.#send(path, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body });
  }

  async #send(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string | FormData },
  ): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.headers, ...init.headers, ...(cookie && { cookie }) };
    const response = await fetch(this.#app.url + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await readText(response);
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The token of the forms of a page. */
export function readToken(html: string): string {
  return /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

/** The path of the link in the last mail to someone, as the page of the mails shows it. */
async function readLink(app: App, to: string): Promise<string> {
  const html = await (await fetch(`${app.url}/sign-in/mails`)).text();
  const mail = html.split('<article').find((part) => part.includes(`To ${to},`));
  const link = /href="https?:\/\/[^/"]*([^"]*)"/.exec(mail ?? '')?.[1];
  if (!link) throw new Error(`there is no mail to ${to}`);
  return link.replaceAll('&amp;', '&');
}

/** The token in the link of the last mail to someone. */
export async function readLinkToken(app: App, to: string): Promise<string> {
  return new URLSearchParams((await readLink(app, to)).split('?')[1]).get('token') ?? '';
}

/** Signs up, opens the link of the mail, and is signed in. */
export async function signUp(app: App, email: string, name = 'Ada'): Promise<Visitor> {
  const visitor = new Visitor(app);
  const sent = await visitor.post('/sign-up', { name, email, password: testPassword });
  expect(sent.location, sent.text).to.equal('/sign-up/sent');
  const key = await readLinkToken(app, email);
  const confirmed = await visitor.post('/sign-up/confirm', { key, password: testPassword });
  expect(confirmed.status, confirmed.text).to.equal(303);
  return visitor;
}

export async function signIn(app: App, email: string, password = testPassword): Promise<Visitor> {
  const visitor = new Visitor(app);
  const page = await visitor.post('/sign-in', { email, password });
  expect(page.status, page.text).to.equal(303);
  return visitor;
}

/** Signs up an operator, `night@example.com`, and returns that person's browser. */
export async function signInOperator(app: App & { database: Pick<Database, 'users'> }): Promise<Visitor> {
  await signUp(app, 'night@example.com', 'Night');
  await app.database.users.updateOne({ email: 'night@example.com' }, { $set: { isOperator: true } });
  return signIn(app, 'night@example.com');
}

/** Invites someone into the account of an owner; returns that person, who has signed up and joined. */
export async function join(app: App, owner: Visitor, email: string, role: string): Promise<Visitor> {
  const invited = await owner.submit('/developers/team/invitations', { email, role }, '/developers/team');
  expect(invited.location, invited.text).to.equal('/developers/team?done=invited');
  const visitor = await signUp(app, email);
  const page = await visitor.get('/developers/accounts');
  const invitation = /name="invitation" value="([^"]+)"/.exec(page.text)![1]!;
  const joined = await visitor.submit('/developers/accounts/join', { invitation });
  expect(joined.location, joined.text).to.equal('/developers/accounts?done=joined');
  return visitor;
}
