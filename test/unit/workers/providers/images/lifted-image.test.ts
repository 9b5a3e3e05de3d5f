import { expect } from 'chai';
import { outputImage, parsePrediction } from '../../../../../workers/providers/adapters/cog/cog-responses.ts';
import { liftImage } from '../../../../../workers/providers/images/lifted-image.ts';

describe('lifting an image out of a response', () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256));
  const url = `data:image/png;base64,${bytes.toString('base64')}`;
  const read = (answer: unknown) => outputImage(parsePrediction(Buffer.from(JSON.stringify(answer))));

  it('returns the bytes of a prediction’s image, alone or in a list', () => {
    expect(read({ status: 'succeeded', output: url })).to.deep.equal(bytes);
    expect(read({ status: 'succeeded', output: [url, url] })).to.deep.equal(bytes);
  });

  it('leaves everything else of the document unchanged', () => {
    const answer = {
      id: 'ü',
      status: 'succeeded',
      output: url,
      metrics: { predict_time: 0.5 },
      logs: 'a "b"',
    };
    const prediction = parsePrediction(Buffer.from(JSON.stringify(answer)));
    expect(prediction).to.deep.include({ id: 'ü', status: 'succeeded', logs: 'a "b"' });
    expect(prediction.metrics).to.deep.equal({ predict_time: 0.5 });
  });

  it('does not take an image of another field for the output', () => {
    expect(read({ preview: url, output: 'https://example.com/1.png' })).to.equal('https://example.com/1.png');
    expect(read({ preview: url, output: url.replace('AAEC', 'AAED') })).to.be.a('string');
  });

  it('leaves to the parser what is quoted, escaped or not base64', () => {
    const whole = [
      { logs: `wrote "${url}"`, output: 'x' },
      { output: 'data:image/svg+xml,<svg/>' },
      { output: 'https://example.com/1.png' },
    ];
    for (const answer of whole) {
      const json = JSON.stringify(answer);
      expect(liftImage(Buffer.from(json))).to.deep.equal({ json });
    }
    const escaped = JSON.stringify({ output: url }).replaceAll('/', '\\/');
    expect(liftImage(Buffer.from(escaped))).to.deep.equal({ json: escaped });
  });

  it('leaves a document that ends inside the image to the parser', () => {
    const cut = JSON.stringify({ output: url }).slice(0, 200);
    expect(() => parsePrediction(Buffer.from(cut))).to.throw('not valid JSON');
  });
});
