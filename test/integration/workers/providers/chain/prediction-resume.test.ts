import { expect } from 'chai';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import type { Prediction } from '../../../../../shared/renders/chain-progress.ts';
import { createPredictionNotes } from '../../../../../workers/providers/chain/prediction-notes.ts';
import type { Provider, ProviderRequest } from '../../../../../workers/providers/provider.ts';
import { eventually } from '../../../../support/platform.ts';
import { adapters } from '../../../../support/providers/adapters.ts';
import type { FakeVendor } from '../../../../support/providers/fake-vendor.ts';
import { renderRequest } from '../../../../support/providers/pictures.ts';

const log = silentLogger();
const stopping = new Error('the worker stops');
const cancelled = new Error('the render is cancelled');

/** The document of one render, as far as predictions are saved there. */
function renderDocument() {
  const seen = { prediction: undefined as Prediction | undefined, writes: 0, requestsAtWrite: 0 };
  return {
    seen,
    predictionsAt: (vendor: FakeVendor) => ({
      async save({ prediction }: { prediction?: Prediction }) {
        // As through the database, which returns dates as dates.
        seen.prediction = prediction && {
          ...prediction,
          ref: JSON.parse(JSON.stringify(prediction.ref)) as object,
        };
        seen.writes++;
        seen.requestsAtWrite = vendor.seen.requests.length;
        return true;
      },
      continuesElsewhere: async (reason: unknown) => reason === stopping,
    }),
  };
}

for (const [name, adapter] of Object.entries(adapters)) {
  describe(`the prediction of an earlier worker at ${name}`, () => {
    let vendor: FakeVendor;
    let http: Outbound;
    let request: ProviderRequest;
    let render: ReturnType<typeof renderDocument>;

    before(async () => {
      vendor = await adapter.start();
      http = createOutbound({ allow: [vendor.hostPort] });
      request = await renderRequest();
    });
    after(async () => {
      await http.close();
      await vendor.close();
    });
    beforeEach(() => {
      vendor.reset();
      render = renderDocument();
    });

    const create = (model?: string): Provider =>
      adapter.create({ http, url: vendor.url, timeoutMs: 10_000, ...(model && { model }) });
    const soFar = () => ({ next: name, attempts: [], retryAfters: [] });
    /** A try of a worker that has read the document. */
    const attempt = (
      changes: { signal?: AbortSignal; provider?: Provider; request?: ProviderRequest } = {},
    ) => {
      const { signal = new AbortController().signal, provider = create() } = changes;
      const predictions = createPredictionNotes(
        render.predictionsAt(vendor),
        soFar,
        render.seen.prediction,
        log,
      );
      return provider.render(changes.request ?? request, { signal, log, progress: () => {}, predictions });
    };

    if (!adapter.queue) {
      it('does not exist: nothing is saved', async () => {
        await attempt();
        expect(render.seen.writes).to.equal(0);
      });
      return;
    }

    /** A worker that aborts while the vendor works. */
    async function aborted(reason: Error, asked = request): Promise<void> {
      vendor.behaviour = 'hang';
      const controller = new AbortController();
      const work = attempt({ signal: controller.signal, request: asked }).catch((error: unknown) => error);
      const before = vendor.seen.requests.length;
      await eventually(() => vendor.seen.requests.slice(before).some((line) => line.startsWith('GET')));
      controller.abort(reason);
      expect(await work).to.equal(reason);
      vendor.behaviour = 'ok';
    }

    it('is saved once, without a secret, before the vendor is polled', async () => {
      await attempt();
      expect([render.seen.writes, vendor.seen.predictions.length]).to.deep.equal([1, 1]);
      const before = vendor.seen.requests.slice(0, render.seen.requestsAtWrite);
      expect(before.filter((line) => line.startsWith('GET'))).to.deep.equal([]);
      const text = JSON.stringify(render.seen.prediction);
      expect(text).to.include(vendor.seen.predictions[0]);
      expect(text).to.not.match(/Key |Bearer |base64|Stuhl|prompt"/);
    });

    it('is resumed when its worker stopped, not cancelled and not submitted again', async () => {
      await aborted(stopping);
      expect(vendor.seen.cancelled).to.equal(0);
      const { image, report = {} } = await attempt();
      expect(image.length).to.be.greaterThan(0);
      expect([vendor.seen.predictions.length, vendor.seen.cancelled, render.seen.writes]).to.deep.equal([
        1, 0, 1,
      ]);
      expect(vendor.seen.problems).to.deep.equal([]);
      expect(report.takenOver).to.equal(true);
    });

    it('is cancelled at the vendor when the render is cancelled, by the worker that owns it', async () => {
      await aborted(stopping);
      await aborted(cancelled);
      await eventually(() => vendor.seen.cancelled === 1);
      expect(vendor.seen.predictions).to.have.length(1);
    });

    it('is replaced by a new one when the vendor does not know it', async () => {
      await aborted(stopping);
      vendor.reset();
      const { image, report = {} } = await attempt();
      expect(image.length).to.be.greaterThan(0);
      expect([vendor.seen.predictions.length, render.seen.writes]).to.deep.equal([1, 2]);
      expect(JSON.stringify(render.seen.prediction)).to.include(vendor.seen.predictions[0]);
      expect(report.takenOver).to.equal(undefined);
    });

    it('is not taken for the result of other input', async () => {
      await aborted(stopping);
      const [product, ...others] = request.products;
      const [image, ...more] = product!.images;
      const changed = { ...image!, bytes: Buffer.concat([image!.bytes, Buffer.from('another')]) };
      await attempt({
        request: { ...request, products: [{ ...product!, images: [changed, ...more] }, ...others] },
      });
      expect(vendor.seen.predictions).to.have.length(2);
    });

    if (name === 'replicate') {
      it('keeps its uploaded images until it has ended, in any worker', async () => {
        const [product, ...others] = request.products;
        const [image, ...more] = product!.images;
        // A PNG may carry anything behind its end; more than 256 KiB are uploaded.
        const large = { ...image!, bytes: Buffer.concat([image!.bytes, Buffer.alloc(300 * 1024)]) };
        const asked = { ...request, products: [{ ...product!, images: [large, ...more] }, ...others] };
        await aborted(stopping, asked);
        expect(vendor.seen.deleted).to.deep.equal([]);
        await attempt({ request: asked });
        expect(vendor.seen.deleted).to.have.length(1);
        expect(vendor.seen.predictions).to.have.length(1);
      });
    }

    if (adapter.keyed) {
      it('is not taken for the result of another model', async () => {
        await aborted(stopping);
        const other = name === 'fal' ? 'fal-ai/other/edit' : 'acme/other';
        await attempt({ provider: create(other) }).catch(() => undefined);
        expect(vendor.seen.requests.at(-1)).to.match(/^POST .*other/);
      });
    }
  });
}
