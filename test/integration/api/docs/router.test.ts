import { expect } from 'chai';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { openWebFiles } from '../../../../api/assets/web-files.ts';
import { guides, movedGuides } from '../../../../api/docs/guides.ts';
import { docsRouter } from '../../../../api/docs/router.ts';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

const baseUrl = 'https://render.example';

describe('the documentation', () => {
  const web = openWebFiles({ development: false });
  const routers = [docsRouter({ baseUrl, document: openApiDocument(baseUrl), web })];
  const registry = createRegistry('api');
  const http = supertest(buildApp({ log: silentLogger(), registry, trustProxy: 0, routers }));

  /** Every page that can be reached from `/docs`, by its path. */
  async function allPages(): Promise<Map<string, string>> {
    const pages = new Map<string, string>();
    const open = ['/docs'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (pages.has(path)) continue;
      const { text } = await http.get(path).expect(200);
      pages.set(path, text);
      open.push(...linksIn(text).map((link) => link.split('#')[0]!));
    }
    return pages;
  }

  /** Links to this router's own paths. */
  const linksIn = (text: string) => [...text.matchAll(/href="(\/docs[^"]*)"/g)].map(([, link]) => link!);

  it('has no link to a page or to a section that does not exist', async () => {
    const pages = await allPages();
    const missing: string[] = [];
    for (const [path, text] of pages) {
      for (const link of [
        ...linksIn(text),
        ...[...text.matchAll(/href="(#[^"]+)"/g)].map(([, own]) => path + own),
      ]) {
        const [page = '', id] = link.split('#');
        if (id && !pages.get(page)?.includes(`id="${id}"`)) missing.push(`${path}: ${link}`);
      }
    }
    expect(missing).to.deep.equal([]);
    for (const { slug } of guides) expect([...pages.keys()]).to.include(`/docs/${slug}`);
    expect([...pages.keys()]).to.include('/docs/reference/renders');
  });

  it('names this deployment in every example', async () => {
    for (const path of [
      '/docs/quick-start',
      '/docs/quick-start.md',
      '/llms-full.txt',
      '/docs/reference/renders',
    ]) {
      const { text } = await http.get(path).expect(200);
      expect(text.replace(/<[^>]*>/g, ''), path).to.include(`curl ${baseUrl}/visualize`);
    }
    const { text } = await http.get('/docs/quick-start.md').expect('Content-Type', /^text\/markdown/);
    expect(text).not.to.include('https://api.example');
  });

  it('names every column, and the tables and samples of a page each by its section', async () => {
    for (const [path, text] of await allPages()) {
      expect(text, path).not.to.match(/<th[^>]*>\s*<\/th>/);
      const names = [...text.matchAll(/<section[^>]* aria-label="([^"]*)"/g)].map(([, name]) => name!);
      expect(names, path).to.deep.equal([...new Set(names)]);
    }
  });

  it('has one address for each guide', () => {
    const slugs = guides.map(({ slug }) => slug);
    expect(slugs).to.deep.equal([...new Set(slugs)]);
  });

  it('leads from the address of a former guide to the one that has its text now', async () => {
    for (const [slug, now] of Object.entries(movedGuides)) {
      for (const extension of ['', '.md']) {
        const path = `/docs/${now}${extension}`;
        await http.get(`/docs/${slug}${extension}`).expect(301).expect('Location', path);
        await http.get(path).expect(200);
      }
    }
  });

  it('lists every guide as Markdown at /llms.txt', async () => {
    const { text } = await http
      .get('/llms.txt')
      .expect(200)
      .expect('Content-Type', /^text\/plain/);
    for (const { slug } of guides) expect(text).to.include(`(${baseUrl}/docs/${slug}.md)`);
    expect(text)
      .to.match(/^# Render platform\n\n> /)
      .and.include(`(${baseUrl}/openapi.json)`);
  });

  it('has no link in the Markdown to a document that is not published', async () => {
    const { text } = await http.get('/llms-full.txt').expect(200);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const own = links.filter((link) => link.startsWith(`${baseUrl}/docs/`));
    expect(own).to.include(`${baseUrl}/docs/async.md`);
    for (const path of new Set(own.map((link) => new URL(link).pathname))) await http.get(path).expect(200);
    expect(links.filter((link) => !/^(https:|#)/.test(link))).to.deep.equal([]);
  });

  it('shows every operation of the API description with samples in four languages', async () => {
    const { paths, tags } = openApiDocument(baseUrl);
    const texts = await Promise.all(
      tags.map(
        async ({ name }) =>
          (await http.get(`/docs/reference/${name.toLowerCase().replaceAll(' ', '-')}`)).text,
      ),
    );
    const shown = texts.join('');
    for (const operation of Object.values(paths).flatMap((item) => [
      item.get,
      item.post,
      item.put,
      item.delete,
    ])) {
      if (!operation) continue;
      expect(shown).to.include(`id="${operation.operationId}"`);
      expect(shown).to.include(`name="samples-${operation.operationId}" value="php"`);
    }
  });

  it('finds guides, sections and operations', async () => {
    const { body } = await http.get('/docs/search.json').expect(200);
    expect(body).to.deep.include({
      title: 'How to retry',
      context: 'Errors and retries',
      href: '/docs/errors#how-to-retry',
    });
    expect(body.map(({ href }: { href: string }) => href)).to.include('/docs/reference/renders#visualize');
  });

  it('responds with 304 to a copy that is current', async () => {
    const { headers } = await http.get('/docs/quick-start').expect('Cache-Control', 'public, max-age=300');
    await http.get('/docs/quick-start').set('If-None-Match', headers.etag!).expect(304);
  });

  it('allows scripts and styles of its own origin alone, none of them inline', async () => {
    for (const [path, text] of await allPages()) {
      if (!text.startsWith('<!doctype')) continue;
      expect(text, path).not.to.match(/<style|<[^>]*\s(style|on\w+)=|<script(?![^>]*src=)/);
    }
    const { headers } = await http.get('/docs');
    const policy = headers['content-security-policy'];
    expect(policy).to.include("script-src 'self'").and.include("style-src 'self'");
    expect(policy).to.include("default-src 'none'").and.not.include('unsafe');
  });

  it('rejects other methods', async () => {
    const { headers } = await http.post('/docs').expect(405);
    expect(headers.allow).to.equal('GET, HEAD');
  });
});
