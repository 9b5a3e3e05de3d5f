import { expect } from 'chai';
import type { Express } from 'express';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { routes } from '../../../../api/routes.ts';
import { isLeftOut } from '../../../support/openapi/left-out.ts';
import { observeResponses } from '../../../support/openapi/observe.ts';
import { getRoutes, toTemplate } from '../../../support/openapi/routes.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

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

  it('have a definition each, which says who may call them', () => {
    const isOther = (route: string) => !isPage(route.split(' ')[1]!);
    const found = getRoutes(app!).filter(isOther);
    const defined = routes
      .map(({ method, path }) => `${method.toUpperCase()} ${toTemplate(path)}`)
      .filter(isOther);
    expect(found).to.have.members(defined);
  });
});
