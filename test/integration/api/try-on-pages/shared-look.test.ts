import { expect } from 'chai';
import sharp from 'sharp';
import request from 'supertest';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('the page of a shared look', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let owner: Shopper;
  let shortId: string;

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '200' } });
    store = await openStore(platform);
    await platform.database.stores.updateOne({ _id: store.id }, { $set: { name: 'Dot & "Co" <b>' } });
    owner = await enter(platform, store);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const { id } = await owner.render({ photo, items: [store.sofa] });
    shortId = (await owner.call('POST', `/renders/${id}/share`)).body.shortId;
  });
  after(() => platform.close());

  const host = () => `${store.slug}.localhost:${new URL(platform.url).port}`;
  const get = (path: string, language = 'en') =>
    request(platform.url).get(path).set({ Host: host(), 'Accept-Language': language });
  const getContent = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"/>`).exec(html)?.[1];

  it('says to services what it shows, with a picture that they can load, and is not indexed', async () => {
    const { text } = await get(`/?share=${shortId}`).expect(200);
    const title = 'A look from Dot &amp; &quot;Co&quot; &lt;b>';
    expect(text).to.include(`<title>${title}</title>`);
    expect(getContent(text, 'robots')).to.equal('noindex');
    for (const name of ['og:title', 'twitter:title']) expect(getContent(text, name), name).to.equal(title);
    expect(getContent(text, 'og:url')).to.equal(`http://${host()}/?share=${shortId}`);
    expect(getContent(text, 'twitter:card')).to.equal('summary_large_image');
    expect([getContent(text, 'og:image:width'), getContent(text, 'og:image:height')]).to.deep.equal([
      '1200',
      '630',
    ]);
    const image = new URL(getContent(text, 'og:image') ?? '');
    expect(getContent(text, 'twitter:image')).to.equal(image.href);
    expect(image.host).to.equal(host());
    const { body, headers } = await get(image.pathname).expect(200);
    expect(headers).to.include({ 'content-type': 'image/jpeg', 'x-robots-tag': 'noindex' });
    expect(await sharp(body).metadata()).to.include({ width: 1200, height: 630 });
  });

  it('has the picture, the items and the way to the shop in its HTML', async () => {
    const { text } = await get(`/?share=${shortId}`).expect(200);
    const [, src = ''] = /<article class="look-page"><img src="([^"]+)"/.exec(text) ?? [];
    await get(src).expect(200);
    expect(text).to.match(/<li><bdi>Sofa<\/bdi>/);
    expect(text).to.match(/<a class="brand" href="https:\/\/[^"]+">/);
  });

  it('speaks the language of its reader', async () => {
    const { text } = await get(`/?share=${shortId}`, 'fr').expect(200);
    expect(getContent(text, 'og:locale')).to.equal('fr_FR');
    expect(getContent(text, 'og:title')).to.match(/^Un look de /);
  });

  it('has no tags without a look, and is the try-on as always for what can be no id', async () => {
    for (const path of ['/', '/?share=', '/?share=%3Cscript%3E', '/?share=a&share=b']) {
      const { text } = await get(path).expect(200);
      expect(getContent(text, 'og:title'), path).to.equal(undefined);
    }
    const { text } = await get('/?share=0000000000000').expect(404);
    expect(getContent(text, 'og:title')).to.equal(undefined);
  });

  it('is 410 once the look was taken back, without its picture', async () => {
    const { text } = await get(`/?share=${shortId}`).expect(200);
    const image = new URL(getContent(text, 'og:image') ?? '');
    await owner.call('DELETE', `/looks/${shortId}`);
    const after = await get(`/?share=${shortId}`).expect(410).expect('Content-Type', /html/);
    expect(after.text).to.include('id="bootstrap"').and.not.include('og:');
    await get(image.pathname).expect(410);
  });

  it('looks up twenty looks a minute for an address, and shows further pages without', async () => {
    const statuses: number[] = [];
    for (let times = 30; times > 0; times -= 1) statuses.push((await get('/?share=0000000000000')).status);
    expect(statuses.at(-1)).to.equal(200);
    expect(statuses.filter((status) => status === 404).length).to.be.within(1, 20);
  });
});
