import { expect } from 'chai';
import type { Access } from '../../../api/http/access.ts';
import { routes } from '../../../api/routes.ts';

/** Who may call each route. A new route needs a row; a row is changed only on purpose. */
const permissions: Record<string, Access> = {
  'POST /visualize': 'key',
  'GET /visualize': 'key',
  'GET /visualize/:id': 'key',
  'DELETE /visualize/:id': 'key',
  'GET /visualize/:id/image': 'key',
  'GET /visualize/:id/events': 'key',
  'GET /credits': 'key',
  'GET /credits/ledger': 'live key',
  'GET /credits/usage': 'live key',
  'GET /requests': 'key',
  'GET /requests/causes': 'key',
  'GET /requests/:requestId': 'key',
  'POST /api/try-on/:slug/session': 'page of the store',
  'POST /api/try-on/:slug/photos': 'visitor of the store',
  'DELETE /api/try-on/:slug/photos/:id': 'visitor of the store',
  'POST /api/try-on/:slug/renders': 'visitor of the store',
  'GET /api/try-on/:slug/renders/:id': 'visitor of the store',
  'DELETE /api/try-on/:slug/renders/:id': 'visitor of the store',
  'GET /api/try-on/:slug/renders/:id/events': 'visitor of the store',
  'GET /api/try-on/:slug/photos/:id/image': 'page of the store',
  'GET /api/try-on/:slug/models/:id/image': 'page of the store',
  'GET /api/try-on/:slug/models/:id/thumbnail': 'page of the store',
  'GET /api/try-on/:slug/renders/:id/image': 'page of the store',
  'GET /api/try-on/:slug/logo/:file': 'page of the store',
  'POST /api/try-on/:slug/renders/:id/share': 'visitor of the store',
  'GET /api/try-on/:slug/looks/:shortId': 'visitor of the store',
  'DELETE /api/try-on/:slug/looks/:shortId': 'visitor of the store',
  'POST /api/try-on/:slug/looks/:shortId/opens': 'visitor of the store',
  'GET /api/try-on/:slug/looks/:shortId/image': 'page of the store',
  'GET /api/try-on/:slug/looks/:shortId/preview': 'page of the store',
  'GET /api/try-on/:slug/flows/:flow': 'page of the store',
  'GET /api/try-on/:slug/products': 'page of the store',
  'GET /api/try-on/:slug/products/:productId': 'page of the store',
  'GET /media/:slug/:sha256/:file': 'anyone',
  'POST /api/events': 'page of a store',
  'OPTIONS /api/events': 'page of a store',
  'GET /api/stores/:slug/integration': 'key of the store',
  'PUT /api/stores/:slug/integration': 'key of the store',
  'DELETE /api/stores/:slug/integration': 'key of the store',
  'POST /api/stores/:slug/integration/test': 'key of the store',
  'GET /api/stores/:slug/integration/deliveries': 'key of the store',
  'POST /api/stores/:slug/integration/replay': 'key of the store',
  'GET /api/stores/:slug/kpis': 'key of the store',
  'GET /api/stores/:slug/flows': 'key of the store',
  'GET /api/stores/:slug/flows/:flow': 'key of the store',
  'PUT /api/stores/:slug/flows/:flow': 'key of the store',
  'DELETE /api/stores/:slug/flows/:flow': 'key of the store',
  'POST /webhooks/orders/:slug/:platform': 'shop platform',
  'POST /webhooks/stripe': 'payment provider',
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'GET /openapi.json': 'anyone',
  'GET /metrics': 'Prometheus',
  'POST /mcp': 'key',
  'GET /mcp/renders/:id/image.png': 'signed link',
};

describe('the routes of the API', () => {
  it('may be called by those that the table of permissions names, and by no one else', () => {
    const found = routes.map(({ method, path, access }) => [`${method.toUpperCase()} ${path}`, access]);
    expect(Object.fromEntries(found)).to.deep.equal(permissions);
    expect(found).to.have.lengthOf(Object.keys(permissions).length);
  });
});
