import { visitor } from './seed-pages.ts';

export interface PageVisitor {
  /** Loads a page; returns how long the whole of it took, in milliseconds. @throws Error for another status than 200. */
  visit(path: string): Promise<number>;
}

/** Signs in as the person with every role. */
export async function signInVisitor(url: string): Promise<PageVisitor> {
  const response = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(visitor),
  });
  if (response.status !== 303) throw new Error(`signing in: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    visit: async (path) => {
      const startedAt = performance.now();
      const page = await fetch(url + path, { headers: { cookie }, redirect: 'manual' });
      const text = await page.text();
      const ms = performance.now() - startedAt;
      if (page.status !== 200) throw new Error(`${path}: ${page.status} ${text.slice(0, 500)}`);
      return ms;
    },
  };
}
