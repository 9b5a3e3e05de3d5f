import { expect } from 'chai';
import { decodeText, EncodingRefused } from '../../../../../shared/catalog/import/decode-text.ts';

async function decoded(bytes: Buffer, size: number): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let text = '';
  for await (const piece of decodeText(chunks())) text += piece;
  return text;
}

const text = 'Grüner Stuhl,緑,😀\r\n';
const utf16 = Buffer.from(text, 'utf16le');

describe('decodeText', () => {
  for (const [name, bytes] of [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 as Excel writes it', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    [
      'UTF-16 of the other byte order',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    ],
  ] as const) {
    for (const size of [1, 3, 1_000]) {
      it(`reads ${name} in chunks of ${size}`, async () => {
        expect(await decoded(bytes, size)).to.equal(text);
      });
    }
  }

  it('reads an empty file as an empty text', async () => {
    expect(await decoded(Buffer.alloc(0), 1)).to.equal('');
  });

  for (const [name, bytes] of [
    ['what Excel writes as plain CSV', Buffer.from('Grüner Stuhl', 'latin1')],
    ['text that ends within a character', Buffer.from('Grü').subarray(0, 3)],
  ] as const) {
    it(`refuses ${name}, and says what to do`, async () => {
      const error = await decoded(bytes, 4).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(EncodingRefused);
      expect((error as Error).message).to.include('"CSV UTF-8"');
    });
  }
});
