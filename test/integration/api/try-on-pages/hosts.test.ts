import { expect } from 'chai';
import request from 'supertest';
import { createStore } from '../../../../shared/stores/stores.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

describe('the hosts of the try-on', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    const { id: account } = await platform.account();
    await createStore(platform.database.stores, { account, slug: 'acme', hosts: ['shop.example'] });
  });
  after(() => platform.close());

  const get = (path: string, host: string) => request(platform.url).get(path).set('Host', host);

  it('serve the hosted page, its files and its API on the store’s subdomain', async () => {
    const { text } = await get('/', 'acme.localhost').expect(200).expect('Content-Type', /html/);
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(text) ?? [];
    await get(script!, 'acme.localhost')
      .expect(200)
      .expect('Content-Type', /javascript/);
    await get('/api/try-on/acme/products', 'acme.localhost').expect(200);
    await get('/service-embed.js', 'acme.localhost').expect(200);
  });

  it('keep the platform’s page and the embedded page on its own host', async () => {
    const home = await get('/', 'localhost').expect(200);
    expect(home.text).to.include('<title>Render platform</title>');
    await get('/embed/acme?embed=1', 'localhost').expect(200);
  });

  it('show the page of one store alone, whose API is closed to the host of another', async () => {
    await get('/', 'other.localhost').expect(404).expect('Content-Type', /html/);
    await get('/api/try-on/acme/products', 'other.localhost').expect(403);
  });
});
