import { expect } from 'chai';
import sharp from 'sharp';
import { deleteFiles } from '../../../../workers/sweeper/delete-files.ts';
import {
  call,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
} from '../../../support/platform.ts';

describe('POST /files', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let lamp: Buffer;

  before(async () => {
    platform = await startPlatform({ env: { FILES_MB_PER_ACCOUNT: '40' } });
    account = await platform.account();
    lamp = await photo(64, 48, 90);
  });
  after(() => platform.close());

  const send = async (
    path: string,
    key: string | undefined,
    body: Buffer | string | FormData,
    type?: string,
  ) => {
    const url = path.startsWith('http') ? path : platform.url + path;
    const headers = {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(type ? { 'content-type': type } : {}),
    };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  };
  const upload = async (key = account.key) =>
    (await send('/files', key, lamp, 'image/jpeg')).body.id as string;
  const form = (image: Buffer) => {
    const data = new FormData();
    data.set('note', 'of a form');
    data.set('file', new Blob([new Uint8Array(image)]), 'lamp.jpg');
    return data;
  };
  const order = (id: string) => ({ sceneImage: id, products: [{ images: [id] }] });

  it('keeps an image that a render can name, as scene and as product', async () => {
    const { status, body } = await send('/files', account.key, lamp, 'application/octet-stream');
    expect(status).to.equal(201);
    expect(body).to.include({ mimeType: 'image/jpeg', width: 64, height: 48 });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).to.equal(24 * 3_600_000);
    const rendered = await visualize(platform, account.key, order(body.id));
    expect(rendered.status).to.equal(200);
    const { width } = await sharp(Buffer.from(rendered.body.image.split(',')[1], 'base64')).metadata();
    expect(width).to.equal(64);
  });

  it('takes the file of a form', async () => {
    const { status, body } = await send('/files', account.key, form(lamp));
    expect([status, body.width]).to.deep.equal([201, 64]);
  });

  it('refuses what is no image, too large, cut off or missing, and keeps nothing', async () => {
    const before = await platform.database.files.countDocuments();
    const large = Buffer.alloc(8 * 1024 * 1024 + 1);
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes';
    const without = new FormData();
    without.set('note', 'no file');
    const refused = [
      await send('/files', account.key, 'no image', 'image/png'),
      await send('/files', account.key, large, 'image/png'),
      await send('/files', account.key, form(large)),
      await send('/files', account.key, cut, 'multipart/form-data; boundary=b'),
      await send('/files', account.key, 'x', 'multipart/form-data'),
      await send('/files', account.key, without),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).to.deep.equal(
      refused.map(() => [400, 'INVALID_INPUT']),
    );
    expect(refused[1]!.body.message).to.equal('file is larger than 8 MiB; send it scaled down.');
    expect(refused[2]!.body.message).to.equal(refused[1]!.body.message);
    expect(refused[5]!.body.message).to.contain('file is missing');
    expect(await platform.database.files.countDocuments()).to.equal(before);
  });

  it('is for its account and mode alone', async () => {
    const other = await platform.account();
    const [live, test] = [await upload(), await upload(account.testKey)];
    for (const [key, id] of [
      [other.key, live],
      [account.testKey, live],
    ] as const) {
      const { status, headers, body } = await visualize(platform, key, order(id));
      expect([status, headers.get('x-error-field')]).to.deep.equal([400, 'sceneImage']);
      expect(body.message).to.contain('names no file of this account');
      expect((await call(platform, 'DELETE', `/files/${id}`, key)).status).to.equal(404);
    }
    expect((await visualize(platform, account.key, order(test))).status).to.equal(200);
  });

  it('is forgotten by DELETE, and by the sweeper after its time', async () => {
    const [deleted, old] = [await upload(), await upload()];
    expect((await call(platform, 'DELETE', `/files/${deleted}`, account.key)).status).to.equal(204);
    await platform.database.files.updateOne({ _id: old }, { $set: { until: new Date() } });
    await deleteFiles(platform);
    for (const id of [deleted, old]) {
      expect((await visualize(platform, account.key, order(id))).status).to.equal(400);
    }
    const kept = await platform.blobs.list(`files/${account.id}/`, { limit: 100 });
    expect(kept.filter(({ key }) => key.endsWith(deleted) || key.endsWith(old))).to.deep.equal([]);
  });

  it('works once for a page of any origin, by a link', async () => {
    const link = await call(platform, 'POST', '/files/links', account.key);
    expect(link.status).to.equal(201);
    const { pathname, search } = new URL(link.body.url);
    const preflight = await fetch(`${platform.url}${pathname}`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-origin')).to.equal('*');
    const sent = await send(pathname + search, undefined, form(lamp));
    expect([sent.status, sent.body.id]).to.deep.equal([201, link.body.id]);
    expect(sent.headers.get('access-control-allow-origin')).to.equal('*');
    expect((await visualize(platform, account.key, order(link.body.id))).status).to.equal(200);
    expect((await send(pathname + search, undefined, lamp, 'image/jpeg')).status).to.equal(409);
    const forged = pathname.replace(account.id, 'acc_other') + search;
    expect((await send(forged, undefined, lamp, 'image/jpeg')).status).to.equal(404);
  });

  it('ends when an account has uploaded its megabytes of a day', async () => {
    const { key } = await platform.account();
    const statuses: number[] = [];
    for (let count = 0; count < 41; count += 1) {
      statuses.push((await send('/files', key, 'no image', 'image/png')).status);
    }
    expect(statuses).to.deep.equal([...Array(40).fill(400), 429]);
  });
});
