import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { ApiError } from '../../../../shared/errors.ts';
import { prepareImage } from '../../../../shared/images/normalise.ts';
import { checkPhoto } from '../../../../shared/try-on/photo-check.ts';

const photos = readdirSync('examples/models').filter((name) => name.endsWith('.jpg'));

/** The photo as if it were taken with a part of the light. */
const withLight = (name: string, part: number) =>
  sharp(`examples/models/${name}`).resize(512, 512, { fit: 'outside' }).linear(part, 0).jpeg().toBuffer();

const toOutcome = (bytes: Buffer) =>
  checkPhoto(bytes, { owner: 'test', prepare: prepareImage }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? error.detail.reason : error),
  );

describe('the check of a photo', () => {
  for (const name of photos) {
    it(`accepts ${name} with half of its light, and refuses it with a tenth`, async () => {
      expect(await toOutcome(await withLight(name, 1))).to.equal('accepted');
      expect(await toOutcome(await withLight(name, 0.5))).to.equal('accepted');
      expect(await toOutcome(await withLight(name, 0.1))).to.equal('photo_too_dark');
    });
  }
});
