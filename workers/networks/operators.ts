import { elementType, type OnnxNode } from './onnx-graph.ts';
import type { TensorflowNode } from './tensorflow-model.ts';

type Attributes = OnnxNode['attributes'];

/** Adds to the ONNX graph, and reads the constants of the model. */
export interface GraphBuilder {
  /** Adds a node; returns the name of its first output, which is a new one if none is given. */
  emit(op: string, inputs: string[], attributes?: Attributes, ...outputs: string[]): string;
  /** Adds a constant tensor of one axis. */
  addIndices(values: readonly number[]): string;
  /** Returns the integers of a constant of the model. @throws Error where it is computed */
  readIntegers(name: string): number[];
  /** Returns the shape of a constant of the model. @throws Error where it is computed */
  readShape(name: string): number[];
}

/** Adds the ONNX nodes for one node, whose output keeps its name; `inputs` are the names of its inputs there. */
type Translate = (node: TensorflowNode, inputs: string[], build: GraphBuilder) => void;

const toNchw = { perm: [0, 3, 1, 2] };
const toNhwc = { perm: [0, 2, 3, 1] };
/** Filters are height × width × in × out, of transposed convolutions × out × in, of depthwise ones × channels × 1. */
const toFilter = { perm: [3, 2, 0, 1] };
const toDepthwiseFilter = { perm: [2, 3, 0, 1] };
/** A bound of a slice that means the end of the axis. */
const end = 2 ** 31;

/** The operators that our models have, by TensorFlow's names (https://www.tensorflow.org/api_docs/python/tf/raw_ops). */
export const operators: Readonly<Record<string, Translate>> = {
  Add: renamed('Add'),
  AddN: renamed('Sum'),
  AddV2: renamed('Add'),
  Equal: renamed('Equal'),
  // Of indices, which are positive: their quotient is rounded down either way.
  FloorDiv: renamed('Div'),
  FloorMod: renamed('Mod'),
  GatherNd: renamed('GatherND'),
  Identity: renamed('Identity'),
  Mul: renamed('Mul'),
  RealDiv: renamed('Div'),
  Relu: renamed('Relu'),
  Reshape: renamed('Reshape'),
  Shape: renamed('Shape'),
  Sigmoid: renamed('Sigmoid'),
  Sqrt: renamed('Sqrt'),
  Sub: renamed('Sub'),

  Conv2D: (node, inputs, build) => convolve(node, inputs, build, node.name),
  DepthwiseConv2dNative: (node, inputs, build) => convolve(node, inputs, build, node.name),
  _FusedConv2D: convolveAndActivate,
  FusedDepthwiseConv2dNative: convolveAndActivate,
  Conv2DBackpropInput(node, [, filter = '', image = ''], build) {
    const turned = build.emit('Transpose', [filter], toFilter);
    const attributes = slide(node, getSides(build.readShape(filter)));
    overImage(build, 'ConvTranspose', [image, turned], attributes, node.name);
  },
  AvgPool: (node, inputs, build) => pool('AveragePool', node, inputs, build),
  MaxPool: (node, inputs, build) => pool('MaxPool', node, inputs, build),
  ResizeBilinear({ name, attr = {} }, [image = '', size = ''], build) {
    const mode = attr.half_pixel_centers?.b ? 'half_pixel' : 'asymmetric';
    const attributes = { axes: [2, 3], mode: 'linear', coordinate_transformation_mode: mode };
    overImage(build, 'Resize', [image, '', '', size], attributes, name);
  },

  Relu6: ({ name }, [value = ''], build) => clip(value, build, name),
  SquaredDifference({ name }, inputs, { emit }) {
    const difference = emit('Sub', inputs);
    emit('Mul', [difference, difference], {}, name);
  },
  Cast: ({ name, attr = {} }, inputs, { emit }) =>
    emit(
      'Cast',
      inputs,
      { to: attr.DstT?.type === 'DT_FLOAT' ? elementType.float : elementType.int64 },
      name,
    ),
  Mean: ({ name, attr = {} }, inputs, { emit }) =>
    emit('ReduceMean', inputs, { keepdims: attr.keep_dims?.b ? 1 : 0 }, name),
  ArgMax: ({ name }, [values = '', axis = ''], { emit, readIntegers }) =>
    emit('ArgMax', [values], { axis: readIntegers(axis)[0]!, keepdims: 0 }, name),
  TopKV2: ({ name }, [values = '', count = ''], { emit, addIndices, readIntegers }) =>
    emit('TopK', [values, addIndices(readIntegers(count))], {}, name, `${name}:1`),

  ConcatV2: ({ name }, inputs, { emit, readIntegers }) =>
    emit('Concat', inputs.slice(0, -1), { axis: readIntegers(inputs.at(-1)!)[0]! }, name),
  GatherV2: ({ name }, [values = '', indices = '', axis = ''], { emit, readIntegers }) =>
    emit('Gather', [values, indices], { axis: readIntegers(axis)[0]! }, name),
  ExpandDims: ({ name }, [value = '', axis = ''], { emit, addIndices, readIntegers }) =>
    emit('Unsqueeze', [value, addIndices(readIntegers(axis))], {}, name),
  Squeeze: ({ name, attr = {} }, [value = ''], { emit, addIndices }) =>
    emit('Squeeze', [value, addIndices(attr.squeeze_dims!.list!.i!.map(Number))], {}, name),
  Pack({ name, attr = {} }, inputs, { emit, addIndices }) {
    const axis = Number(attr.axis?.i ?? 0);
    const layers = inputs.map((value) => emit('Unsqueeze', [value, addIndices([axis])]));
    emit('Concat', layers, { axis }, name);
  },
  Unpack({ name, attr = {} }, [value = ''], { emit, addIndices }) {
    const axis = Number(attr.axis?.i ?? 0);
    for (let i = 0; i < Number(attr.num?.i); i++) {
      const layer = emit('Gather', [value, addIndices([i])], { axis });
      emit('Squeeze', [layer, addIndices([axis])], {}, i === 0 ? name : `${name}:${i}`);
    }
  },
  StridedSlice({ name, attr = {} }, [value = '', ...bounds], { emit, addIndices, readIntegers }) {
    const [from = [], to = [], strides = []] = bounds.map(readIntegers);
    const isMasked = (mask: string, axis: number) => (Number(attr[mask]?.i ?? 0) >> axis) % 2 === 1;
    const axes = [...from.keys()];
    const starts = from.map((bound, axis) => (isMasked('begin_mask', axis) ? 0 : bound));
    const ends = to.map((bound, axis) => (isMasked('end_mask', axis) ? end : bound));
    const part = emit('Slice', [value, ...[starts, ends, axes, strides].map(addIndices)]);
    const dropped = axes.filter((axis) => isMasked('shrink_axis_mask', axis));
    if (dropped.length > 0) emit('Squeeze', [part, addIndices(dropped)], {}, name);
    else emit('Identity', [part], {}, name);
  },
};

function renamed(op: string): Translate {
  return ({ name }, inputs, { emit }) => emit(op, inputs, {}, name);
}

/** Adds a node that takes an image in the order channels, height, width. */
function overImage(
  { emit }: GraphBuilder,
  op: string,
  [image = '', ...rest]: string[],
  attributes: Attributes,
  ...outputs: string[]
): string {
  const result = emit(op, [emit('Transpose', [image], toNchw), ...rest], attributes);
  return emit('Transpose', [result], toNhwc, ...outputs);
}

function convolve(
  node: TensorflowNode,
  [image = '', filter = '', ...bias]: string[],
  build: GraphBuilder,
  ...outputs: string[]
): string {
  const isDepthwise = node.op.includes('Depthwise');
  const shape = build.readShape(filter);
  if (isDepthwise && shape[3] !== 1) throw new Error(`${node.name} has several filters for a channel.`);
  const turned = build.emit('Transpose', [filter], isDepthwise ? toDepthwiseFilter : toFilter);
  const attributes = { ...slide(node, getSides(shape)), group: isDepthwise ? shape[2]! : 1 };
  return overImage(build, 'Conv', [image, turned, ...bias], attributes, ...outputs);
}

function convolveAndActivate(node: TensorflowNode, inputs: string[], build: GraphBuilder): void {
  const value = convolve(node, inputs, build);
  const [, activation = 'Identity'] = node.attr?.fused_ops?.list?.s?.map(fromBase64) ?? [];
  if (activation === 'Relu6') clip(value, build, node.name);
  else build.emit(activation, [value], {}, node.name);
}

function pool(op: string, node: TensorflowNode, inputs: string[], build: GraphBuilder): void {
  const size = getSides(node.attr?.ksize?.list?.i?.slice(1));
  overImage(build, op, inputs, { ...slide(node, size), kernel_shape: size }, node.name);
}

/** Limits values to 0–6. */
function clip(value: string, { emit, addIndices }: GraphBuilder, name: string): string {
  const [least, most] = [0, 6].map((bound) =>
    emit('Cast', [emit('Squeeze', [addIndices([bound])])], { to: elementType.float }),
  );
  return emit('Clip', [value, least!, most!], {}, name);
}

/** Returns the attributes of a window that slides over an image; ONNX pads a dilated one only explicitly. */
function slide({ attr = {} }: TensorflowNode, size: [number, number]): Attributes {
  const strides = getSides(attr.strides?.list?.i?.slice(1));
  const dilations = getSides(attr.dilations?.list?.i?.slice(1));
  const attributes = { strides, ...(attr.dilations && { dilations }) };
  if (fromBase64(attr.padding?.s ?? '') === 'VALID') return attributes;
  if (strides.some((stride) => stride > 1)) return { ...attributes, auto_pad: 'SAME_UPPER' };
  const total = size.map((side, i) => (side - 1) * dilations[i]!);
  const [before, after] = [total.map((sum) => Math.floor(sum / 2)), total.map((sum) => Math.ceil(sum / 2))];
  return { ...attributes, pads: [...before, ...after] };
}

/** Returns the first two of a list, the values for height and width; 1 where there is none. */
function getSides([height = 1, width = 1]: readonly (number | string)[] = []): [number, number] {
  return [Number(height), Number(width)];
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();
