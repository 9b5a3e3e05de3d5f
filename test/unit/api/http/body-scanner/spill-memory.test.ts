import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { discardBody } from '../../../../../api/http/body-scanner/scan-json-body.ts';
import { createSpillMemory } from '../../../../../api/http/body-scanner/spill-memory.ts';
import { type Bench, dataUrl, openBench } from './support.ts';

describe('body scanner, short strings in memory', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  const toBody = (...sizes: number[]) => JSON.stringify({ images: sizes.map((size) => dataUrl(size)) });

  it('keeps a string within the limit as its bytes, and writes no file', async () => {
    const memory = createSpillMemory({ maxEach: 20_000, maxTotal: 100_000 });
    const content = Buffer.alloc(20_000, 7);
    const body = await bench.scan([JSON.stringify({ image: dataUrl(content) })], { memory });
    const [string] = [...body.spilled.values()];
    expect(string?.data?.equals(content)).to.equal(true);
    expect(string).to.include({ bytes: 20_000, mediaType: 'image/png' });
    expect(await readdir(bench.spoolDir)).to.deep.equal([]);
    await discardBody(body, memory);
  });

  it('writes a longer one to a file, also when it arrives in small pieces', async () => {
    const memory = createSpillMemory({ maxEach: 20_000, maxTotal: 1_000_000 });
    const text = Buffer.from(toBody(600_000));
    const pieces = Array.from({ length: 40 }, (_, at) => text.subarray(at * 20_001, (at + 1) * 20_001));
    const body = await bench.scan(pieces, { memory });
    const [string] = [...body.spilled.values()];
    expect(string?.data).to.equal(undefined);
    expect(await readdir(bench.spoolDir)).to.have.length(1);
    await discardBody(body, memory);
    expect(await readdir(bench.spoolDir)).to.deep.equal([]);
  });

  it('writes to files while all requests together use the whole memory, and to memory again once it is released', async () => {
    const memory = createSpillMemory({ maxEach: 20_000, maxTotal: 25_000 });
    const first = await bench.scan([toBody(20_000)], { memory });
    const second = await bench.scan([toBody(20_000)], { memory });
    const kept = (body: typeof first) => [...body.spilled.values()].map((string) => string.data?.length);
    expect([kept(first), kept(second)]).to.deep.equal([[20_000], [undefined]]);
    await discardBody(first, memory);
    const third = await bench.scan([toBody(20_000)], { memory });
    expect(kept(third)).to.deep.equal([20_000]);
    await Promise.all([discardBody(second, memory), discardBody(third, memory)]);
  });

  it('releases the memory of a rejected body', async () => {
    const memory = createSpillMemory({ maxEach: 20_000, maxTotal: 20_000 });
    await bench.refusal([`${toBody(20_000)} x`], { memory });
    expect(memory.reserve(20_000)).to.equal(true);
  });
});
