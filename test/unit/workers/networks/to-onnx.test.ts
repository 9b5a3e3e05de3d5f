import { expect } from 'chai';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { writeModel } from '../../../../workers/networks/onnx-graph.ts';
import type { TensorflowModel, TensorflowNode } from '../../../../workers/networks/tensorflow-model.ts';
import { toOnnx } from '../../../../workers/networks/to-onnx.ts';

type Attributes = NonNullable<TensorflowNode['attr']>;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const list = (...values: number[]) => ({ list: { i: values.map(String) } });

/** A model as TensorFlow.js stores it, with the input `image`. */
function buildModel(
  nodes: [name: string, op: string, input: string[], attr?: Attributes][],
  constants: Record<string, { shape: number[]; values: Float32Array | Int32Array }>,
): TensorflowModel {
  const dim = [1, -1, -1, 3].map((size) => ({ size: String(size) }));
  const all: TensorflowNode[] = [
    { name: 'image', op: 'Placeholder', attr: { shape: { shape: { dim } } } },
    ...Object.keys(constants).map((name) => ({ name, op: 'Const' })),
    ...nodes.map(([name, op, input, attr]) => ({ name, op, input, ...(attr && { attr }) })),
  ];
  const weights = Object.entries(constants).map(([name, { shape, values }]) => {
    const type = values instanceof Int32Array ? ('int32' as const) : ('float32' as const);
    return [name, { name, shape, type, bytes: new Uint8Array(values.buffer) }] as const;
  });
  return {
    nodes: new Map(all.map((node) => [node.name, node])),
    weights: new Map(weights),
    outputs: [nodes.at(-1)![0]],
  };
}

async function run(model: TensorflowModel, image: Float32Array, [height, width]: [number, number]) {
  const output = model.outputs[0]!;
  const session = await InferenceSession.create(writeModel(toOnnx(model, output)), { logSeverityLevel: 3 });
  const results = await session.run({ image: new Tensor('float32', image, [1, height, width, 3]) });
  const { data, dims } = results[output]!;
  return { values: Array.from(data as Float32Array), dims };
}

const wave = (length: number): Float32Array => Float32Array.from({ length }, (_, i) => Math.sin(i * 1.7) * 4);

describe('a network translated for ONNX Runtime', () => {
  const size: [number, number] = [5, 7];
  const image = wave(5 * 7 * 3);
  const at = (y: number, x: number, c: number) =>
    y < 0 || x < 0 || y > 4 || x > 6 ? 0 : image[(y * 7 + x) * 3 + c]!;
  const constant = (values: number[], shape = [values.length]) => ({
    shape,
    values: Int32Array.from(values),
  });

  it('convolves with a stride, a bias and a limit as TensorFlow does', async () => {
    const filter = wave(3 * 3 * 3 * 2).map((value) => value / 4);
    const model = buildModel(
      [
        [
          'conv',
          '_FusedConv2D',
          ['image', 'filter', 'bias'],
          {
            strides: list(1, 2, 2, 1),
            dilations: list(1, 1, 1, 1),
            padding: { s: base64('SAME') },
            fused_ops: { list: { s: [base64('BiasAdd'), base64('Relu6')] } },
          },
        ],
      ],
      {
        filter: { shape: [3, 3, 3, 2], values: filter },
        bias: { shape: [2], values: Float32Array.of(0.5, -0.25) },
      },
    );
    const { values, dims } = await run(model, image, size);
    expect(dims).to.deep.equal([1, 3, 4, 2]);
    for (const [i, value] of values.entries()) {
      const [y, x, out] = [Math.floor(i / 8), Math.floor(i / 2) % 4, i % 2];
      let sum = [0.5, -0.25][out]!;
      for (let k = 0; k < 27; k++) {
        const [dy, dx, c] = [Math.floor(k / 9), Math.floor(k / 3) % 3, k % 3];
        sum += at(y * 2 + dy - 1, x * 2 + dx - 1, c) * filter[k * 2 + out]!;
      }
      expect(value, `${i}`).to.be.closeTo(Math.min(6, Math.max(0, sum)), 1e-4);
    }
  });

  it('convolves each channel with a dilated filter of its own', async () => {
    const filter = wave(3 * 3 * 3);
    const attr = { strides: list(1, 1, 1, 1), dilations: list(1, 2, 2, 1), padding: { s: base64('SAME') } };
    const model = buildModel([['conv', 'DepthwiseConv2dNative', ['image', 'filter'], attr]], {
      filter: { shape: [3, 3, 3, 1], values: filter },
    });
    const { values, dims } = await run(model, image, size);
    expect(dims).to.deep.equal([1, 5, 7, 3]);
    for (const [i, value] of values.entries()) {
      const [y, x, c] = [Math.floor(i / 21), Math.floor(i / 3) % 7, i % 3];
      let sum = 0;
      for (let k = 0; k < 9; k++) {
        const [dy, dx] = [Math.floor(k / 3), k % 3];
        sum += at(y + 2 * dy - 2, x + 2 * dx - 2, c) * filter[k * 3 + c]!;
      }
      expect(value, `${i}`).to.be.closeTo(sum, 1e-4);
    }
  });

  it('slices, ranks and stacks', async () => {
    const slice = { begin_mask: { i: '1' }, end_mask: { i: '3' }, shrink_axis_mask: { i: '12' } };
    const model = buildModel(
      [
        // The first row's channel 1, and the first three columns of it by rank.
        ['row', 'StridedSlice', ['image', 'begin', 'end', 'strides'], slice],
        ['best', 'TopKV2', ['row', 'three']],
        ['index', 'Cast', ['best:1'], { DstT: { type: 'DT_FLOAT' } }],
        ['both', 'Pack', ['best', 'index'], { axis: { i: '1' } }],
      ],
      {
        begin: constant([0, 0, 2, 1]),
        end: constant([0, 0, 3, 2]),
        strides: constant([1, 1, 1, 1]),
        three: constant([3], []),
      },
    );
    const { values, dims } = await run(model, image, size);
    expect(dims).to.deep.equal([1, 2, 3]);
    const column = [0, 1, 2, 3, 4].map((y) => ({ y, value: at(y, 2, 1) }));
    const best = column.sort((p, q) => q.value - p.value).slice(0, 3);
    expect(values).to.deep.equal([...best.map(({ value }) => value), ...best.map(({ y }) => y)]);
  });

  it('is refused with the operator that is unknown', () => {
    const model = buildModel([['noise', 'RandomUniform', ['image']]], {});
    expect(() => toOnnx(model, 'noise')).to.throw('The operator RandomUniform of noise is unknown.');
  });
});
