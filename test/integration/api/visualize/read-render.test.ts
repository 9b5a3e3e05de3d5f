import { expect } from 'chai';
import sharp from 'sharp';
import { purgeImages } from '../../../../workers/sweeper/purge-images.ts';
import {
  call,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('GET and DELETE /visualize/{id}', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  before(async () => {
    platform = await startPlatform({ env: { BASE_URL: 'https://api.example' } });
    account = await platform.account({ credits: 50 });
  });
  after(() => platform.close());

  async function succeeded(headers: Record<string, string> = {}): Promise<string> {
    const response = await visualize(platform, account.key, await visualizeBody(), headers);
    expect(response.status).to.equal(200);
    return response.headers.get('x-render-id')!;
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(platform, 'GET', `/visualize/${path}`, account.key, headers);
  const bytes = async (path: string, accept: string) => {
    const headers = { authorization: `Bearer ${account.key}`, accept };
    const response = await fetch(`${platform.url}/visualize/${path}`, { headers });
    expect(response.status).to.equal(200);
    const image = Buffer.from(await response.arrayBuffer());
    return { type: response.headers.get('content-type'), image };
  };
  const getUrls = (id: string) => ({
    get: `https://api.example/visualize/${id}`,
    image: `https://api.example/visualize/${id}/image`,
    events: `https://api.example/visualize/${id}/events`,
    cancel: `https://api.example/visualize/${id}`,
  });

  it('sends the URLs of a render with 202, with every poll and with done', async () => {
    const go = hold(platform.cog);
    const accepted = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    const { id } = accepted.body;
    expect(accepted.body.urls).to.deep.equal(getUrls(id));
    expect((await get(id)).body.urls).to.deep.equal(getUrls(id));
    go();
    const events = await call(platform, 'GET', `/visualize/${id}/events`, account.key);
    const done = JSON.parse(/event: done\ndata: (.*)/.exec(events.body)![1]!);
    expect(done.urls).to.deep.equal(getUrls(id));
  });

  it('leaves the image out, or names its URL, where the caller asks for that', async () => {
    const id = await succeeded();
    const whole = (await get(id)).body;
    expect(whole.image).to.match(/^data:image\/png;base64,/);
    const { image, ...rest } = whole;
    expect((await get(`${id}?image=none`)).body).to.deep.equal(rest);
    const named = (await get(`${id}?image=url`)).body;
    expect({ ...named, image: undefined }).to.deep.equal({ ...rest, image: undefined });
    const signed = named.image.replace(platform.config.BASE_URL, platform.url);
    const opened = await fetch(signed);
    expect([opened.status, opened.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    expect(opened.headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
    expect(Buffer.from(await opened.arrayBuffer()).toString('base64')).to.equal(image.split(',')[1]);
    expect(
      (
        await fetch(
          signed.replace(/sig=(.)/, (_all: string, first: string) => (first === '_' ? 'sig=-' : 'sig=_')),
        )
      ).status,
    ).to.equal(404);
    expect((await get(`${id}?image=data`)).body).to.deep.equal({ ...rest, image });
    const wrong = await get(`${id}?image=no`);
    expect([wrong.status, wrong.body.message]).to.deep.equal([400, 'image must be one of data, url, none.']);
  });

  it('tells how well each product was placed where the provider reports it, and only to those who read the render', async () => {
    const key = account.testKey;
    const rendered = await visualize(platform, key, await visualizeBody());
    expect(rendered.body).to.not.have.property('placements');
    const path = `/visualize/${rendered.headers.get('x-render-id')}?image=none`;
    const { placements } = (await call(platform, 'GET', path, key)).body;
    expect(placements).to.have.length(1);
    expect(placements[0]).to.be.oneOf(['good', 'plain']);
    expect((await get(`${await succeeded()}?image=none`)).body).to.not.have.property('placements');
  });

  it('stays 200 without the image after its retention, and only the image is 410', async () => {
    const id = await succeeded();
    const before = (await get(`${id}?image=none`)).body;
    const ended = { outputUntil: new Date(Date.now() - 1) };
    await platform.database.renders.updateOne({ _id: id }, { $set: ended });
    await purgeImages(platform);
    const { status, body } = await get(id);
    expect(status).to.equal(200);
    expect(Date.parse(body.imageDeletedAt)).to.be.closeTo(Date.now(), 20_000);
    const { imageDeletedAt, ...rest } = body;
    expect(rest).to.deep.equal(before);
    expect((await get(`${id}?image=url`)).body).to.not.have.property('image');
    const image = await get(`${id}/image`);
    expect([image.status, image.body.code]).to.deep.equal([410, 'EXPIRED']);
  });

  it('computes the date for an image that the previous release deleted without one', async () => {
    const id = await succeeded();
    await platform.blobs.deletePrefix(`renders/${id}/out/`);
    await platform.database.renders.updateOne({ _id: id }, { $unset: { outputUntil: 1 } });
    const { status, body } = await get(id);
    expect(status).to.equal(200);
    expect(Date.parse(body.imageDeletedAt) - Date.parse(body.endedAt)).to.equal(24 * 3_600_000);
    expect(body).to.not.have.property('image');
  });

  it('shows that a cancelled render cost nothing', async () => {
    const release = hold(platform.cog);
    const { body } = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    await call(platform, 'DELETE', `/visualize/${body.id}`, account.key);
    release();
    const { state, usage } = (await get(body.id)).body;
    expect([state, usage]).to.deep.equal(['cancelled', { credits: 0 }]);
  });

  it('deletes the images of an ended render at once, and keeps its record', async () => {
    const id = await succeeded({ 'idempotency-key': 'deleted' });
    const deleted = await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    expect([deleted.status, deleted.body.state, deleted.body.usage]).to.deep.equal([
      200,
      'succeeded',
      { credits: 1 },
    ]);
    expect(deleted.body.imageDeletedAt).to.be.a('string');
    const render = (await platform.database.renders.findById(id).lean())!;
    for (const { blob } of [render.scene, render.result!])
      expect(await platform.blobs.stat(blob)).to.equal(null);
    expect((await get(`${id}/image`)).status).to.equal(410);
    await purgeImages(platform);
    expect((await get(id)).body.imageDeletedAt).to.equal(deleted.body.imageDeletedAt);
    const again = await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    expect(again.body.imageDeletedAt).to.equal(deleted.body.imageDeletedAt);
    expect(await succeeded({ 'idempotency-key': 'deleted' })).not.to.equal(id);
  });

  for (const [mime, format] of [
    ['image/jpeg', 'jpeg'],
    ['image/webp', 'webp'],
    ['image/png', 'png'],
  ] as const) {
    it(`sends ${mime} to a caller that accepts it, with the pixels of the PNG's size`, async () => {
      const id = await succeeded();
      const { width, height } = (await platform.database.renders.findById(id).lean())!.output;
      for (const path of [id, `${id}/image`]) {
        const { type, image } = await bytes(path, mime);
        expect(type).to.equal(mime);
        const found = await sharp(image).metadata();
        expect([found.format, found.width, found.height]).to.deep.equal([format, width, height]);
      }
      const headers = {
        authorization: `Bearer ${account.key}`,
        'content-type': 'application/json',
        accept: mime,
      };
      const body = JSON.stringify(await visualizeBody());
      const response = await fetch(`${platform.url}/visualize`, { method: 'POST', headers, body });
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, mime]);
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).to.equal(format);
    });
  }

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
