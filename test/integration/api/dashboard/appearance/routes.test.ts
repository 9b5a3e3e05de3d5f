import { expect } from 'chai';
import sharp from 'sharp';
import { getSettings } from '../../../../../shared/stores/store-settings.ts';
import type { Bootstrap } from '../../../../../shared/try-on/contract.ts';
import {
  type Merchant,
  type MerchantsRoom,
  readFieldError,
  startMerchantsRoom,
} from '../../../../support/merchants.ts';
import type { TestPlatform } from '../../../../support/platform.ts';

const path = '/dashboard/acme/appearance';

describe('the appearance of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let read: MerchantsRoom['readStore'];

  before(async () => {
    ({ platform, mia, readStore: read } = await startMerchantsRoom());
  });
  after(() => platform.close());

  const submit = (form: string, fields: Record<string, string>) =>
    mia.visitor.submit(`${path}${form}`, fields, path);
  const readAudit = (action: string) =>
    platform.database.audit.findOne({ action }).sort({ at: -1, _id: -1 }).lean();
  const look = { name: 'Acme Living', accent: '#1A73E8', radius: '12', language: 'de' };

  it('has a look, recorded with what was before', async () => {
    expect((await submit('', look)).location).to.equal(`${path}?done=settings`);
    const saved = await read();
    expect(saved.name).to.equal('Acme Living');
    expect(getSettings(saved)).to.include({ accent: '#1a73e8', radius: 12, language: 'de' });
    const entry = await readAudit('store.appearance');
    expect(entry?.before).to.include({ name: 'Acme', accent: null });
    expect(entry?.after).to.include({ name: 'Acme Living', accent: '#1a73e8' });
    await submit('', { ...look, accent: '', language: '' });
    expect(getSettings(await read())).to.include({ accent: null, language: null });
  });

  for (const [fields, message] of [
    [{ ...look, accent: 'red' }, 'Accent color'],
    [{ ...look, radius: '99' }, 'Corner radius'],
    [{ ...look, name: ' ' }, 'Name'],
    [{ ...look, language: 'xx' }, 'Language'],
  ] as const) {
    it(`says beside the field what is wrong: ${message}`, async () => {
      const before = await read();
      const { status, text } = await submit('', fields);
      expect([status, readFieldError(text)?.startsWith(message)]).to.deep.equal([422, true]);
      expect(await read()).to.deep.equal(before);
    });
  }

  describe('in own words', () => {
    it('has those of one language, and leaves the others', async () => {
      await submit('/words', { of: 'en', 'photo.title': 'Start here' });
      const page = await mia.visitor.get(`${path}?of=de`);
      expect(page.text).to.include('placeholder="Dein Foto"').and.not.include('Start here');
      const sent = await submit('/words', { of: 'de', 'photo.title': ' Los geht’s ', 'items.title': '' });
      expect(sent.location).to.equal(`${path}?of=de&done=settings#words`);
      expect(getSettings(await read()).texts).to.deep.equal({
        en: { photo: { title: 'Start here' } },
        de: { photo: { title: 'Los geht’s' } },
      });
      expect((await mia.visitor.get(`${path}?of=de`)).text).to.include('value="Los geht’s"');
      expect((await readAudit('store.words'))?.after).to.have.nested.property('texts.de');
      await submit('/words', { of: 'de' });
      await submit('/words', { of: 'en' });
      expect(getSettings(await read()).texts).to.equal(null);
    });

    it('are at most 120 characters of one line in a known language', async () => {
      const long = await submit('/words', { of: 'de', 'photo.title': 'x'.repeat(121) });
      expect([long.status, readFieldError(long.text)?.startsWith('The text')]).to.deep.equal([422, true]);
      expect(long.text).to.include('x'.repeat(121));
      expect((await submit('/words', { of: 'xx', 'photo.title': 'x' })).status).to.equal(400);
      expect(getSettings(await read()).texts).to.equal(null);
    });
  });

  describe('in the preview', () => {
    const readBootstrap = (html: string) =>
      JSON.parse(/id="bootstrap">(.*?)<\/script>/s.exec(html)![1]!) as Bootstrap;

    it('is what a form would make it, saves nothing, and reports nothing', async () => {
      const before = await read();
      const { status, text, headers } = await submit('/preview', {
        ...look,
        name: '<b>New</b>',
        radius: '3',
      });
      expect(status).to.equal(200);
      const { store: shown, embedded } = readBootstrap(text);
      expect(shown).to.include({ name: '<b>New</b>', accent: '#1a73e8', radius: 3 });
      expect({ embedded, consentRequired: shown.consentRequired }).to.deep.equal({
        ...{ embedded: true, consentRequired: true },
      });
      expect(text).to.include('<html lang="de"').and.not.include('<b>New');
      expect(headers.get('content-security-policy')).to.include("frame-ancestors 'self'");
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(await read()).to.deep.equal(before);
    });

    it('has the words of a form in their language', async () => {
      const { text } = await submit('/preview', { of: 'pl', 'photo.title': 'Zaczynamy' });
      expect(readBootstrap(text).store.texts).to.deep.equal({ photo: { title: 'Zaczynamy' } });
      expect(text).to.include('<html lang="pl"');
    });

    it('is as it was saved while the form has mistakes', async () => {
      const { status, text } = await submit('/preview', { ...look, accent: 'red' });
      expect([status, readBootstrap(text).store.name]).to.deep.equal([200, (await read()).name]);
    });
  });

  describe('with a logo', () => {
    /** Sends the form with a file, as a browser does. */
    const upload = (bytes: Buffer) =>
      mia.visitor.upload(`${path}/logo`, { page: path, file: new Uint8Array(bytes), name: 'logo.png' });
    const draw = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: '#12345680' } })
        .png()
        .toBuffer();

    it('keeps its transparent ground, scaled down, and is removed', async () => {
      const added = await upload(await draw(600, 200));
      expect(added.location, added.text).to.equal(`${path}?done=logo`);
      const { logo } = getSettings(await read());
      expect(logo).to.include({ mime: 'image/webp', width: 360, height: 120 });
      const { hasAlpha } = await sharp(await platform.blobs.get(logo!.blob)).metadata();
      expect(hasAlpha).to.equal(true);
      expect((await mia.visitor.get(path)).text).to.include('alt="Logo of Acme Living"');
      // A form that is sent twice: the same logo.
      await upload(await draw(600, 200));
      expect(getSettings(await read()).logo).to.deep.equal(logo);
      expect((await submit('/logo/remove', {})).location).to.equal(`${path}?done=no-logo`);
      expect((await submit('/logo/remove', {})).location).to.equal(`${path}?done=no-logo`);
      expect(getSettings(await read()).logo).to.equal(null);
      expect(await platform.database.audit.countDocuments({ action: 'logo.remove' })).to.equal(1);
    });

    it('says beside the field why an image cannot be used', async () => {
      for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), await draw(12, 8)]) {
        const { status, text } = await upload(bytes);
        expect([status, readFieldError(text)?.startsWith('The logo ')]).to.deep.equal([422, true]);
      }
      expect(getSettings(await read()).logo).to.equal(null);
    });
  });
});
