import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import type { BodyError } from '../../../../../api/http/body-scanner/body-error.ts';
import {
  discardBody,
  type ScannedBody,
  scanJsonBody,
} from '../../../../../api/http/body-scanner/scan-json-body.ts';
import { type Bench, bytewise, dataUrl, openBench, restored } from './support.ts';

describe('body scanner', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  const only = (body: ScannedBody) => {
    expect(body.spilled.size).to.equal(1);
    return [...body.spilled.values()][0]!;
  };

  describe('what is spilled', () => {
    it('writes the decoded bytes of a long data URL to a file and leaves a placeholder', async () => {
      const bytes = randomBytes(300_001);
      const text = JSON.stringify({ sceneImage: dataUrl(bytes, 'Image/PNG'), aspect: 'auto' });
      const body = await bench.scan([text]);
      const spilled = only(body);
      expect(body.value).to.deep.equal({ sceneImage: spilled.placeholder, aspect: 'auto' });
      expect(await readFile(spilled.path)).to.deep.equal(bytes);
      expect(spilled).to.include({ mediaType: 'image/png', bytes: bytes.length });
      expect(spilled.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'));
      expect(body.bodyBytes).to.equal(text.length);
    });

    it('leaves a data URL of 4096 characters in the document and spills one of 4097', async () => {
      for (const [length, count] of [
        [4096, 0],
        [4097, 1],
      ] as const) {
        const text = `data:${'x'.repeat(length - 4080 - 15)}/y;base64,${'A'.repeat(4080)}`;
        expect(text.length).to.equal(length);
        expect((await bench.scan([JSON.stringify([text])])).spilled.size).to.equal(count);
      }
    });

    it('leaves a long string that is not a data URL in the document', async () => {
      const value = { title: `about data: ${'é"\\\n'.repeat(4000)}` };
      const body = await bench.scan(bytewise(JSON.stringify(value), 4000, 5000));
      expect(body.spilled.size).to.equal(0);
      expect(body.value).to.deep.equal(value);
    });

    it('keeps a data URL that is a key as a key', async () => {
      const value = { [dataUrl(6000)]: dataUrl(6000) };
      const body = await bench.scan([JSON.stringify(value)]);
      expect(body.spilled.size).to.equal(1);
      expect(await restored(body)).to.deep.equal(value);
    });

    it('spills two images of one document to two files, and an equal pair twice', async () => {
      const first = dataUrl(9000);
      const value = { a: [first, dataUrl(5000)], b: { c: first } };
      const body = await bench.scan([JSON.stringify(value)]);
      expect(body.spilled.size).to.equal(3);
      expect(new Set([...body.spilled.values()].map(({ sha256 }) => sha256)).size).to.equal(2);
      expect(await restored(body)).to.deep.equal(value);
    });

    it('deletes the file of a duplicate key that JSON.parse drops', async () => {
      const kept = dataUrl(5000);
      const body = await bench.scan([`{"a":"${dataUrl(7000)}","a":"${kept}"}`]);
      expect(await restored(body)).to.deep.equal({ a: kept });
      expect(await bench.files()).to.have.length(1);
    });

    it('deletes the only file when a later duplicate key is not an image', async () => {
      const body = await bench.scan([`{"a":"${dataUrl(7000)}","a":null}`]);
      expect(body.value).to.deep.equal({ a: null });
      expect(await bench.files()).to.deep.equal([]);
    });

    it('never mistakes a string of the caller for a placeholder of another token', async () => {
      const body = await bench.scan([JSON.stringify({ a: dataUrl(5000), b: 'spilled:0123456789abcdef-0' })]);
      expect(body.spilled.has('spilled:0123456789abcdef-0')).to.equal(false);
    });

    it('refuses a token short enough to guess', async () => {
      const outcome = await bench.scan(['{}'], { token: 'short' }).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(TypeError);
    });

    it('never overwrites or deletes a file that was there before', async () => {
      const token = 'a'.repeat(16);
      const path = join(bench.spoolDir, `${token}-0.spool`);
      await writeFile(path, 'of another request');
      const outcome = await bench
        .scan([JSON.stringify([dataUrl(5000)])], { token })
        .catch((error: unknown) => error);
      expect(outcome).to.have.property('code', 'EEXIST');
      expect(await readFile(path, 'utf8')).to.equal('of another request');
    });

    it('stops spilling after 64 strings, so that the skeleton cap bounds the files', async () => {
      const many = Array.from({ length: 200 }, () => dataUrl(3100));
      expect((await bench.refusal([JSON.stringify(many)])).kind).to.equal('skeleton-too-large');
      expect(await bench.files()).to.deep.equal([]);
    });

    it('deletes the files of a body that the caller discards', async () => {
      const body = await bench.scan([JSON.stringify([dataUrl(5000), dataUrl(5000)])]);
      expect(await bench.files()).to.have.length(2);
      await discardBody(body);
      await discardBody(body);
      expect(await bench.files()).to.deep.equal([]);
    });
  });

  describe('escapes', () => {
    const bytes = Buffer.alloc(6000, 0xff);
    const plain = dataUrl(bytes);
    const spellings: [string, (url: string) => string][] = [
      ['\\/ in prefix and payload', (url) => url.replaceAll('/', '\\/')],
      ['\\u002f in prefix and payload', (url) => url.replaceAll('/', '\\u002F')],
      ['\\u0064ata: for data:', (url) => url.replace('data:', '\\u0064\\u0061ta\\u003a')],
      ['an escaped comma', (url) => url.replace(',', '\\u002c')],
      [
        'every character escaped',
        (url) => [...url].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      ],
    ];
    for (const [title, spell] of spellings) {
      it(`reads ${title}, split at every byte`, async () => {
        const text = `{"a":"${spell(plain)}"}`;
        expect(JSON.parse(text)).to.deep.equal({ a: plain });
        for (const pieces of [[text], bytewise(text)]) {
          const body = await bench.scan(pieces);
          expect(await readFile(only(body).path)).to.deep.equal(bytes);
        }
      });
    }

    it('continues correctly after a backslash that is the last byte of the probed part', async () => {
      for (let shift = 0; shift < 12; shift++) {
        const value = [`${'x'.repeat(4080 + shift)}\\"\\\\"${'y'.repeat(50)}`, 'after'];
        expect((await bench.scan(bytewise(JSON.stringify(value), 4060, 4140))).value).to.deep.equal(value);
      }
    });

    const illegal: [string, string][] = [
      ['an unknown escape', '\\x'],
      ['a short \\u escape', '\\u00'],
      ['a \\u escape with a letter that is no digit', '\\u00g1'],
    ];
    for (const [title, wrong] of illegal) {
      it(`refuses ${title} inside a spilled string`, async () => {
        const text = `["${plain}${wrong}"]`;
        expect(() => JSON.parse(text)).to.throw(SyntaxError);
        for (const pieces of [[text], bytewise(text, text.length - 20)]) {
          expect((await bench.refusal(pieces)).kind).to.be.oneOf(['syntax', 'bad-base64']);
        }
      });
    }
  });

  describe('base64', () => {
    const head = 'data:image/png;base64,';
    const body = 'QUJD'.repeat(2000);
    const refused: [string, string][] = [
      ['base64url', `${head}${body}-_-_`],
      ['one junk character', `${head}${body}*${body}QQQ`],
      ['a percent sign that encodes nothing', `${head}${body}%zz${body}`],
      ['a percent-encoded character outside base64', `${head}${body}%00${body}`],
      ['a percent sequence that is cut off', `${head}${body}%3`],
      ['padding in the middle', `${head}${body}QQ==${body}`],
      ['one padding character in the middle', `${head}${body}QQQ=${body}`],
      ['too much padding', `${head}${body}QQ===`],
      ['padding after a whole group', `${head}${body}=`],
      ['padding of three', `${head}${body}Q===`],
      ['half of its padding', `${head}${body}QQ=`],
      ['one character too many', `${head}${body}Q`],
      ['characters outside ASCII', `${head}${body}éé${body}`],
      ['a NUL written as an escape', `${head}${body}\\u0000${body}`],
      ['a letter outside ASCII written as an escape', `${head}${body}\\u0141${body}`],
      ['percent-encoding instead of base64', `data:image/svg+xml,${'%3Csvg%3E'.repeat(600)}`],
      ['no comma', `data:${'a'.repeat(5000)}`],
      ['a control character in the prefix', `data:image/\\tpng;base64,${body}`],
      ['no base64 marker', `data:image/png,${body}`],
    ];
    for (const [title, content] of refused) {
      it(`refuses ${title}, naming the field`, async () => {
        const text = `{"products":[{},{"images":["x","${content}"]}]}`;
        for (const pieces of [[text], bytewise(text, text.length - 60)]) {
          const error = await bench.refusal(pieces);
          expect(error.kind).to.equal('bad-base64');
          expect(error.detail.field).to.equal('products[1].images[1]');
        }
        expect(await bench.files()).to.deep.equal([]);
      });
    }

    const taken: [string, string, string][] = [
      ['one padding character', 'QUI=', 'AB'],
      ['two padding characters', 'QQ==', 'A'],
      ['missing padding, as browsers do', 'QQ', 'A'],
      ['percent-encoded padding', 'QQ%3D%3d', 'A'],
      ['percent-encoded letters and line breaks', '%51%0A%0dQ==', 'A'],
      ['line breaks and spaces', 'Q\\r\\nQ \\t=\\n=\\n', 'A'],
    ];
    for (const [title, tail, decoded] of taken) {
      it(`accepts ${title}, split anywhere`, async () => {
        const text = `["${head}${body}${tail}"]`;
        for (const pieces of [[text], bytewise(text, text.length - 20)]) {
          const spilled = only(await bench.scan(pieces));
          expect((await readFile(spilled.path, 'latin1')).slice(6000)).to.equal(decoded);
        }
      });
    }

    it('refuses a raw line break, as JSON does', async () => {
      const text = `["${head}${body}\n${body}"]`;
      expect(() => JSON.parse(text)).to.throw(SyntaxError);
      for (const pieces of [[text], bytewise(text)])
        expect((await bench.refusal(pieces)).kind).to.equal('syntax');
    });

    it('says what is missing of raw base64 that is larger than the rest of a body may be', async () => {
      const text = `{"sceneImage":"\\/9j\\/${'QUJD'.repeat(80_000)}"}`;
      const error = await bench.refusal([text], { imagePath: /^sceneImage$/ });
      expect(error.message).to.match(/^sceneImage looks like base64 without its prefix; put data:/);
    });

    it('leaves a data URL that is not in the place of an image in the document', async () => {
      const value = { title: `${head}${body}%`, images: [`${head}${body}`] };
      const scanned = await bench.scan([JSON.stringify(value)], { imagePath: /^images\[\d+\]$/ });
      expect(scanned.value).to.have.property('title', value.title);
      expect(only(scanned).mediaType).to.equal('image/png');
    });

    const types: [string, string][] = [
      ['data:;base64,', 'text/plain'],
      ['data:image/PNG;charset=utf-8;name=a.png;base64,', 'image/png'],
      ['DATA:image/webp;BASE64,', 'image/webp'],
      ['  data:image/jpg;base64, ', 'image/jpg'],
      ['\\r\\n data:image/jpg;base64,\\n', 'image/jpg'],
      ['data:application/octet-stream;base64,', 'application/octet-stream'],
    ];
    for (const [prefix, mediaType] of types) {
      it(`reads the type of ${prefix} as ${mediaType}`, async () => {
        expect(only(await bench.scan([`["${prefix}${body}"]`])).mediaType).to.equal(mediaType);
      });
    }
  });

  describe('what JSON.parse refuses', () => {
    const image = dataUrl(5000);
    const broken: [string, string | Buffer][] = [
      ['an empty body', ''],
      ['only white space', '  \n '],
      ['a body cut inside a spilled string', `{"a":"${image.slice(0, 5000)}`],
      ['a body cut inside an escape of a spilled string', `{"a":"${image}\\u00`],
      ['a body cut after a spilled string', `{"a":"${image}"`],
      ['a body cut inside a short string', '{"a":"dat'],
      ['a trailing comma after a spilled string', `{"a":"${image}",}`],
      ['two values', `["${image}"] []`],
      ['a raw newline in a short string', '["a\nb"]'],
      ['a raw control character in a key', '{"a\u0001":1}'],
      ['single quotes', "{'a':1}"],
      ['invalid UTF-8 in a string', Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d])],
      ['an overlong UTF-8 form', Buffer.from([0x5b, 0x22, 0xc0, 0xaf, 0x22, 0x5d])],
      ['a byte order mark in the middle', '[\ufeff1]'],
      ['two byte order marks', '\ufeff\ufeff[]'],
      ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
      ['closing brackets without opening ones', ']]}}'],
    ];
    it('says where the mistake is, by the line alone behind an image', async () => {
      expect((await bench.refusal(['{"a":1,}'])).message).to.equal(
        'The body is not valid JSON: see line 1, column 8.',
      );
      expect((await bench.refusal([`{\n"a":"${image}",}`])).message).to.equal(
        'The body is not valid JSON: see line 2.',
      );
    });

    for (const [title, text] of broken) {
      it(`refuses ${title} as syntax and leaves no file`, async () => {
        for (const pieces of [[text], bytewise(text, Math.max(0, text.length - 30))]) {
          expect((await bench.refusal(pieces)).kind).to.equal('syntax');
        }
        expect(await bench.files()).to.deep.equal([]);
      });
    }

    it('drops one leading byte order mark, as express.json does', async () => {
      expect((await bench.scan(bytewise('\ufeff{"a":1}'))).value).to.deep.equal({ a: 1 });
    });

    it('refuses a document nested deeper than 64 levels before it has arrived', async () => {
      expect((await bench.scan([`${'['.repeat(64)}${']'.repeat(64)}`])).spilled.size).to.equal(0);
      expect((await bench.refusal(['['.repeat(65)])).message).to.contain('64 levels');
    });

    for (const [what, start] of [
      ['array items', '{"products":[{}'],
      ['fields', '{"a":{"b":0'],
    ] as const) {
      it(`refuses a document of more than 10,000 ${what} before it has arrived`, async () => {
        const more = what === 'fields' ? ',"c":0' : ',{}';
        const fits = `${start}${more.repeat(9_999)}${what === 'fields' ? '}}' : ']}'}`;
        expect((await bench.scan([fits])).spilled.size).to.equal(0);
        const error = await bench.refusal([`${start}${more.repeat(10_000)}`]);
        expect(error.message).to.equal('The body has more than 10000 array items and fields.');
      });
    }

    it('keeps __proto__ an own property, as JSON.parse does', async () => {
      const body = await bench.scan([`{"__proto__":{"a":"${image}"}}`]);
      expect(Object.hasOwn(body.value as object, '__proto__')).to.equal(true);
      expect(body.spilled.size).to.equal(1);
    });
  });

  describe('limits', () => {
    it('accepts an image of exactly the limit and refuses one byte more, naming the field', async () => {
      const limits = { maxSpilledBytes: 50_000 };
      expect(only(await bench.scan([JSON.stringify({ a: dataUrl(50_000) })], limits)).bytes).to.equal(50_000);
      const error = await bench.refusal([JSON.stringify({ sceneImage: dataUrl(50_001) })], limits);
      expect(error).to.include({ kind: 'image-too-large' });
      expect(error.detail).to.deep.equal({ limit: 50_000, field: 'sceneImage' });
    });

    it('accepts a body of exactly the limit and refuses one byte more', async () => {
      expect((await bench.scan(['[1,2,3]'], { maxBodyBytes: 7 })).value).to.deep.equal([1, 2, 3]);
      expect((await bench.refusal(['[1,2,', '3] '], { maxBodyBytes: 7 })).kind).to.equal('too-large');
    });

    const fat: [string, string][] = [
      ['white space', ' '.repeat(9000)],
      ['one long string', `"${'x'.repeat(9000)}"`],
      ['one long key', `{"${'x'.repeat(9000)}":1}`],
      ['many short data URLs', JSON.stringify(Array.from({ length: 5 }, () => dataUrl(2500)))],
    ];
    for (const [title, text] of fat) {
      it(`refuses a skeleton over the limit made of ${title}`, async () => {
        const limits = { maxSkeletonBytes: 8192, imagePath: /^sceneImage$/ };
        expect((await bench.refusal([text], limits)).kind).to.equal('skeleton-too-large');
      });
    }

    it('does not count a data URL against the skeleton while it is still short', async () => {
      const value = { pad: 'x'.repeat(8000), a: dataUrl(9000) };
      expect((await bench.scan([JSON.stringify(value)], { maxSkeletonBytes: 8192 })).spilled.size).to.equal(
        1,
      );
    });

    it('refuses an oversize image before the rest of it has arrived', async () => {
      const endless = new PassThrough();
      const outcome = scanJsonBody(endless, bench.options({ maxSpilledBytes: 20_000 })).catch(
        (error: unknown) => error,
      );
      endless.write(`{"a":"data:image/png;base64,${'A'.repeat(40_000)}`);
      expect(await outcome).to.have.property('kind', 'image-too-large');
      expect(endless.destroyed).to.equal(false);
      expect(await bench.files()).to.deep.equal([]);
    });
  });

  describe('bodies that do not end', () => {
    const begun = `{"a":"data:image/png;base64,${'A'.repeat(400_000)}`;
    const failing = async (
      act: (stream: PassThrough) => void,
      overrides: Parameters<Bench['scan']>[1],
    ): Promise<BodyError> => {
      const stream = new PassThrough();
      const outcome = scanJsonBody(stream, bench.options(overrides)).catch((error: unknown) => error);
      stream.write(begun);
      act(stream);
      return (await outcome) as BodyError;
    };

    it('rejects when nothing arrives for the idle time, and leaves no file', async () => {
      const error = await failing(() => {}, { idleTimeoutMs: 50 });
      expect(error).to.include({ kind: 'timeout' });
      expect(error.detail.limit).to.equal(50);
      expect(await bench.files()).to.deep.equal([]);
    });

    it('rejects at the total time however steadily bytes arrive', async () => {
      let drip: NodeJS.Timeout | undefined;
      const error = await failing(
        (stream) => {
          drip = setInterval(() => stream.write('A'), 10);
        },
        { idleTimeoutMs: 1_000, totalTimeoutMs: 150 },
      );
      clearInterval(drip);
      expect(error).to.include({ kind: 'timeout' });
      expect(error.detail.limit).to.equal(150);
      expect(await bench.files()).to.deep.equal([]);
    });

    it('stops when the signal aborts, and leaves no file', async () => {
      const controller = new AbortController();
      const error = await failing(() => setTimeout(() => controller.abort(), 20), {
        signal: controller.signal,
      });
      expect(error).to.include({ kind: 'aborted' });
      expect(await bench.files()).to.deep.equal([]);
    });

    it('stops at once when the signal is aborted already', async () => {
      expect((await failing(() => {}, { signal: AbortSignal.abort() })).kind).to.equal('aborted');
    });

    it('stops when the stream fails, and leaves no file', async () => {
      const error = await failing((stream) => setTimeout(() => stream.destroy(new Error('reset')), 20), {});
      expect(error).to.include({ kind: 'aborted' });
      expect(error.detail.cause).to.have.property('message', 'reset');
      expect(await bench.files()).to.deep.equal([]);
    });

    it('stops when the stream closes early, and leaves no file', async () => {
      expect((await failing((stream) => setTimeout(() => stream.destroy(), 20), {})).kind).to.equal(
        'aborted',
      );
      expect(await bench.files()).to.deep.equal([]);
    });
  });

  it('lets the event loop turn at least once per 256 KiB', async () => {
    let turns = 0;
    let counting = true;
    const count = () => {
      turns += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const text = Buffer.from(JSON.stringify([dataUrl(6_000_000)]));
    await bench.scan([text]);
    counting = false;
    expect(turns).to.be.at.least(Math.floor(text.length / (256 * 1024)));
  });

  it('rejects with the error of a failing disk, and leaves no file', async () => {
    const outcome = await bench
      .scan([JSON.stringify([dataUrl(5000)])], { spoolDir: join(bench.spoolDir, 'missing') })
      .catch((error: unknown) => error);
    expect(outcome).to.have.property('code', 'ENOENT');
  });
});
