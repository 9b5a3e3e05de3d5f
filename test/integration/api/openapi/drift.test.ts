import { expect } from 'chai';
import type { Express } from 'express';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { isLeftOut } from '../../../support/openapi/left-out.ts';
import { observeResponses } from '../../../support/openapi/observe.ts';
import { routesOf } from '../../../support/openapi/routes.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

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
    const routes = routesOf(app!).filter((route) => !isLeftOut(route.split(' ')[1]!));
    const described = Object.entries(openApiDocument('').paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((name) => name !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.filter((route) => !described.includes(route))).to.deep.equal([]);
    expect(described.filter((route) => !routes.includes(route))).to.deep.equal([]);
  });
});
