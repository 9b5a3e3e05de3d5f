import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { Base64Text, jsonBody, multipartBody } from '../../../../../workers/providers/http/streamed-body.ts';

describe('jsonBody', () => {
  it('writes bytes anywhere in the value as base64, and everything else as JSON does', async () => {
    const sizes = [0, 1, 2, 3, 48 * 1024, 48 * 1024 + 1, 100_000];
    const images = sizes.map((size) => randomBytes(size));
    const body = jsonBody({
      text: '"ä" 🪑 \n',
      deep: [{ images: images.map((bytes) => new Base64Text(bytes, 'x,')) }],
    });
    expect(JSON.parse((await buffer(body.stream())).toString())).to.deep.equal({
      text: '"ä" 🪑 \n',
      deep: [{ images: images.map((bytes) => `x,${bytes.toString('base64')}`) }],
    });
  });

  it('knows its exact length, each time it is streamed', async () => {
    const body = jsonBody([new Base64Text(randomBytes(70_001), 'ä'), 'ö']);
    expect((await buffer(body.stream())).length).to.equal(body.contentLength);
    expect((await buffer(body.stream())).length).to.equal(body.contentLength);
  });
});

describe('multipartBody', () => {
  it('is read back by another parser, fields in their order', async () => {
    const bytes = randomBytes(1000);
    const file = { bytes, mime: 'image/png', filename: '1.png' };
    const body = multipartBody([
      ['prompt', 'two\r\nlines "ä"'],
      ['image[]', file],
      ['image[]', { ...file, bytes: Buffer.from('second') }],
    ]);
    const raw = await buffer(body.stream());
    expect(raw.length).to.equal(body.contentLength);
    const headers = { 'content-type': body.contentType };
    const form = await new Response(new Uint8Array(raw), { headers }).formData();
    expect(form.get('prompt')).to.equal('two\r\nlines "ä"');
    const images = form.getAll('image[]') as File[];
    expect(images.map(({ name, type }) => [name, type])).to.deep.equal([
      ['1.png', 'image/png'],
      ['1.png', 'image/png'],
    ]);
    expect(Buffer.from(await images[0]!.arrayBuffer()).equals(bytes)).to.equal(true);
    expect(await images[1]!.text()).to.equal('second');
  });
});
