import { expect } from 'chai';
import { ApiError } from '../../../../shared/errors.ts';
import { createSignedImages } from '../../../../shared/secrets/signed-images.ts';
import { createSigner } from '../../../../shared/secrets/signer.ts';
import { hourMs } from '../../../../shared/time.ts';

describe('the signed URL of a picture', () => {
  let now = 1_700_000_000_000;
  const images = createSignedImages(createSigner([Buffer.alloc(32, 1)], 'image'), () => now);
  const buildQuery = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams);

  it('opens its own path, for at least six hours and less than eight', () => {
    const query = buildQuery(images.sign('/a/1'));
    images.assertSigned('/a/1', query);
    now += 6 * hourMs;
    images.assertSigned('/a/1', query);
    now += 2 * hourMs;
    expect(() => images.assertSigned('/a/1', query))
      .to.throw(ApiError)
      .with.property('code', 'NOT_FOUND');
  });

  it('opens no other path, and nothing when a parameter is changed, missing or given twice', () => {
    const query = buildQuery(images.sign('/a/1'));
    const later = String(Number(query.until) + 3600);
    for (const [path, parameters] of [
      ['/a/2', query],
      ['/a/1', { ...query, until: later }],
      ['/a/1', { ...query, sig: 'x'.repeat(43) }],
      ['/a/1', { until: query.until }],
      ['/a/1', { ...query, sig: [query.sig, query.sig] }],
    ] as const) {
      expect(() => images.assertSigned(path, parameters)).to.throw(ApiError);
    }
  });

  it('is the same within an hour, so that a picture is loaded once', () => {
    now = 1_700_000_000_000 - (1_700_000_000_000 % hourMs);
    const first = images.sign('/a/1');
    now += hourMs - 1;
    expect(images.sign('/a/1')).to.equal(first);
  });
});
