import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import type { Express } from 'express';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { routes } from '../../../../api/routes.ts';
import { isLeftOut } from '../../../support/openapi/left-out.ts';
import { observeResponses } from '../../../support/openapi/observe.ts';
import { getRoutes, toTemplate } from '../../../support/openapi/routes.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { openStore } from '../../../support/try-on.ts';

/** Pages and their files are left out of the document, and are not routes of the API. */
const isPage = (path: string) => isLeftOut(path) && !/^\/(mcp|metrics|webhooks)/.test(path);

describe('the OpenAPI document and the routes of the API', () => {
  let platform: TestPlatform;
  let app: Express | undefined;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    observeResponses((_response, of) => {
      app = of;
    });
    await fetch(`${platform.url}/healthz`);
  });
  after(() => platform.close());

  it('are the same, besides the routes that are left out on purpose', () => {
    const found = getRoutes(app!).filter((route) => !isLeftOut(route.split(' ')[1]!));
    const described = Object.entries(openApiDocument('').paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((name) => name !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.filter((route) => !described.includes(route))).to.deep.equal([]);
    expect(described.filter((route) => !found.includes(route))).to.deep.equal([]);
  });

  it('refuse other methods with 405 and what is allowed, TRACE too', async () => {
    const { hostname, port } = new URL(platform.url);
    for (const path of ['/healthz', '/readyz', '/credits', '/visualize', '/api/keys']) {
      const [response] = (await once(
        request({ hostname, port, path, method: 'TRACE' }).end(),
        'response',
      )) as [IncomingMessage];
      response.resume();
      expect(response.statusCode, path).to.equal(405);
      expect(response.headers.allow, path).to.include('GET');
    }
  });

  it('of API keys refuse a query parameter that has no effect', async () => {
    const { key } = await platform.account();
    const ofKeys = routes.filter(
      ({ tag, access, method, query }) => tag && /key/.test(access) && method === 'get' && !query,
    );
    expect(ofKeys.length).to.be.greaterThan(10);
    const store = await openStore(platform);
    await platform.database.keys.updateMany({}, { $set: { account: store.account } });
    for (const { path } of ofKeys) {
      const url = `${platform.url}${path.replace(':slug', store.slug).replace(/:\w+/g, 'none')}?format=webp`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      expect([response.status, response.headers.get('x-error-field')], path).to.deep.equal([400, 'format']);
    }
  });

  it('have a definition each, which says who may call them', () => {
    const isOther = (route: string) => !isPage(route.split(' ')[1]!);
    const found = getRoutes(app!).filter(isOther);
    const defined = routes
      .map(({ method, path }) => `${method.toUpperCase()} ${toTemplate(path)}`)
      .filter(isOther);
    expect(found).to.have.members(defined);
  });
});
