import { elementType, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx-graph.ts';
import type { TensorflowModel, TensorflowNode, TensorflowWeights } from './tensorflow-model.ts';

/** Operators with the same inputs in both formats. Divisions are those of positive indices, whose floor is their integer part. */
const sameInputs: Record<string, string> = {
  Add: 'Add',
  AddN: 'Sum',
  AddV2: 'Add',
  Equal: 'Equal',
  FloorDiv: 'Div',
  FloorMod: 'Mod',
  GatherNd: 'GatherND',
  Identity: 'Identity',
  Mul: 'Mul',
  RealDiv: 'Div',
  Relu: 'Relu',
  Reshape: 'Reshape',
  Shape: 'Shape',
  Sigmoid: 'Sigmoid',
  Sqrt: 'Sqrt',
  Sub: 'Sub',
};

const castTo: Record<string, number> = { DT_FLOAT: elementType.float, DT_INT32: elementType.int64 };
const toNchw = { perm: [0, 3, 1, 2] };
const toNhwc = { perm: [0, 2, 3, 1] };
/** Filters: height × width × in × out, of transposed convolutions × out × in, of depthwise ones × channels × 1. */
const toFilter = { perm: [3, 2, 0, 1] };
const toDepthwiseFilter = { perm: [2, 3, 0, 1] };

type Attributes = OnnxNode['attributes'];

/**
 * Translates what `output` needs. Values keep TensorFlow's order of axes (NHWC): ONNX Runtime cancels the transpositions
 * around convolutions when it loads the model. Integers become 64 bits wide, as ONNX wants indices and shapes.
 * @throws Error for an operator or a form of one that no model of ours has
 */
export function toOnnx(model: TensorflowModel, output: string): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const tensors: OnnxTensor[] = [];
  const done = new Set<string>();
  let input: OnnxGraph['input'] | undefined;

  const emit = (op: string, inputs: string[], attributes: Attributes = {}, name?: string): string => {
    const result = name ?? `value${nodes.length}`;
    nodes.push({ op, inputs, outputs: [result], attributes });
    return result;
  };

  const indices = (values: readonly number[]): string => {
    const name = `indices${tensors.length}`;
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    tensors.push({ name, type: elementType.int64, shape: [values.length], bytes });
    return name;
  };

  const addWeights = ({ name, type, shape, bytes }: TensorflowWeights): void => {
    const stored = type === 'float32' ? name : `${name}/stored`;
    const known = { float16: elementType.float16, float32: elementType.float, int32: elementType.int32 };
    tensors.push({ name: stored, type: known[type], shape, bytes });
    if (type !== 'float32')
      emit('Cast', [stored], { to: type === 'int32' ? elementType.int64 : elementType.float }, name);
  };

  const weightsAt = (name: string): TensorflowWeights => {
    const found = model.weights.get(name);
    if (!found) throw new Error(`The model computes ${name}, which should be constant.`);
    return found;
  };
  const constants = (name: string): number[] => {
    const { bytes } = weightsAt(name);
    return [...new Int32Array(Uint8Array.from(bytes).buffer)];
  };

  /** Names a value, whose node is translated if it was not yet. */
  const use = (reference: string): string => {
    const [name = '', index = '0'] = reference.split(':');
    if (!done.has(name)) {
      done.add(name);
      const weights = model.weights.get(name);
      const node = model.nodes.get(name);
      if (weights) addWeights(weights);
      else if (node) translate(node);
      else throw new Error(`The model has no node ${name}.`);
    }
    return index === '0' ? name : `${name}:${index}`;
  };

  const spatial = (op: string, node: TensorflowNode, [image, ...rest]: string[], given: Attributes) => {
    const result = emit(op, [emit('Transpose', [image!], toNchw), ...rest], given);
    return emit('Transpose', [result], toNhwc, node.op.includes('Fused') ? undefined : node.name);
  };

  const convolve = (node: TensorflowNode, [image, filter, bias]: string[]): string => {
    const isDepthwise = node.op.includes('Depthwise');
    const [height = 0, width = 0, channels = 0, multiplier] = weightsAt(node.input![1]!).shape;
    if (isDepthwise && multiplier !== 1) throw new Error(`${node.name} has several filters a channel.`);
    const turned = emit('Transpose', [filter!], isDepthwise ? toDepthwiseFilter : toFilter);
    const attributes = { ...window(node, [height, width]), group: isDepthwise ? channels : 1 };
    return spatial('Conv', node, [image!, turned, ...(bias ? [bias] : [])], attributes);
  };

  const activate = (node: TensorflowNode, value: string): void => {
    const activation = node.attr?.fused_ops?.list?.s?.map(fromBase64)[1] ?? 'Identity';
    if (activation === 'Relu6') clip(value, node.name);
    else emit(activation, [value], {}, node.name);
  };

  const clip = (value: string, name: string): string => {
    const limit = (bound: number) =>
      emit('Cast', [emit('Squeeze', [indices([bound])])], { to: elementType.float });
    return emit('Clip', [value, limit(0), limit(6)], {}, name);
  };

  const slice = ({ name, attr = {} }: TensorflowNode, [data, ...bounds]: string[]): void => {
    const [begin = [], end = [], strides = []] = bounds.map(constants);
    const masked = (mask: string, i: number) => (Number(attr[mask]?.i ?? 0) >> i) % 2 === 1;
    const starts = begin.map((value, i) => (masked('begin_mask', i) ? 0 : value));
    const ends = end.map((value, i) => (masked('end_mask', i) ? 2 ** 31 : value));
    const axes = [...begin.keys()];
    const dropped = axes.filter((i) => masked('shrink_axis_mask', i));
    const part = emit(
      'Slice',
      [data!, ...[starts, ends, axes, strides].map(indices)],
      {},
      dropped.length ? undefined : name,
    );
    if (dropped.length) emit('Squeeze', [part, indices(dropped)], {}, name);
  };

  const translate = (node: TensorflowNode): void => {
    const { name, op, attr = {}, input: references = [] } = node;
    if (op === 'Placeholder') {
      input = { name, shape: attr.shape!.shape!.dim.map(({ size }) => Number(size)) };
      return;
    }
    const inputs = references.map(use);
    const [first = '', second = ''] = inputs;
    const axis = Number(attr.axis?.i ?? 0);
    if (sameInputs[op]) emit(sameInputs[op], inputs, {}, name);
    else if (op === 'Conv2D' || op === 'DepthwiseConv2dNative') convolve(node, inputs);
    else if (op === '_FusedConv2D' || op === 'FusedDepthwiseConv2dNative')
      activate(node, convolve(node, inputs));
    else if (op === 'Conv2DBackpropInput') {
      const [height = 0, width = 0] = weightsAt(references[1]!).shape;
      const filter = emit('Transpose', [second], toFilter);
      spatial('ConvTranspose', node, [inputs[2]!, filter], window(node, [height, width]));
    } else if (op === 'MaxPool' || op === 'AvgPool') {
      const size = middle(attr.ksize);
      spatial(op === 'MaxPool' ? 'MaxPool' : 'AveragePool', node, [first], {
        ...window(node, size),
        kernel_shape: size,
      });
    } else if (op === 'ResizeBilinear') {
      const mode = attr.half_pixel_centers?.b ? 'half_pixel' : 'asymmetric';
      spatial('Resize', node, [first, '', '', second], {
        axes: [2, 3],
        mode: 'linear',
        coordinate_transformation_mode: mode,
      });
    } else if (op === 'Relu6') clip(first, name);
    else if (op === 'SquaredDifference') {
      const difference = emit('Sub', [first, second]);
      emit('Mul', [difference, difference], {}, name);
    } else if (op === 'Mean')
      emit('ReduceMean', [first, second], { keepdims: attr.keep_dims?.b ? 1 : 0 }, name);
    else if (op === 'ConcatV2')
      emit('Concat', inputs.slice(0, -1), { axis: constants(references.at(-1)!)[0]! }, name);
    else if (op === 'Cast') emit('Cast', [first], { to: castTo[attr.DstT!.type!]! }, name);
    else if (op === 'StridedSlice') slice(node, inputs);
    else if (op === 'ExpandDims') emit('Unsqueeze', [first, indices(constants(references[1]!))], {}, name);
    else if (op === 'Squeeze')
      emit('Squeeze', [first, indices(attr.squeeze_dims!.list!.i!.map(Number))], {}, name);
    else if (op === 'GatherV2')
      emit('Gather', [first, second], { axis: constants(references[2]!)[0]! }, name);
    else if (op === 'ArgMax')
      emit('ArgMax', [first], { axis: constants(references[1]!)[0]!, keepdims: 0 }, name);
    else if (op === 'TopKV2') {
      const outputs = [name, `${name}:1`];
      nodes.push({
        op: 'TopK',
        inputs: [first, indices(constants(references[1]!))],
        outputs,
        attributes: {},
      });
    } else if (op === 'Unpack') {
      const parts = Array.from({ length: Number(attr.num!.i) }, (_, i) =>
        emit('Gather', [first, indices([i])], { axis }),
      );
      for (const [i, part] of parts.entries())
        emit('Squeeze', [part, indices([axis])], {}, i === 0 ? name : `${name}:${i}`);
    } else if (op === 'Pack') {
      emit(
        'Concat',
        inputs.map((value) => emit('Unsqueeze', [value, indices([axis])])),
        { axis },
        name,
      );
    } else throw new Error(`The operator ${op} of ${name} is unknown.`);
  };

  use(output);
  if (!input) throw new Error(`${output} needs no input.`);
  return { nodes, tensors, input, output };
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();

/** Reads the values for height and width of a list for all four axes. */
const middle = (attribute?: { list?: { i?: string[] } }): [number, number] => {
  const [, height = 1, width = 1] = attribute?.list?.i?.map(Number) ?? [];
  return [height, width];
};

/** Attributes of a window that slides over an image; ONNX pads a dilated one only explicitly. */
function window({ attr = {} }: TensorflowNode, size: [number, number]): Attributes {
  const strides = middle(attr.strides);
  const dilations = middle(attr.dilations);
  const attributes = { strides, ...(attr.dilations && { dilations }) };
  if (fromBase64(attr.padding!.s!) === 'VALID') return attributes;
  if (strides.some((stride) => stride > 1)) return { ...attributes, auto_pad: 'SAME_UPPER' };
  const total = size.map((side, i) => (side - 1) * dilations[i]!);
  return {
    ...attributes,
    pads: [...total.map((sum) => Math.floor(sum / 2)), ...total.map((sum) => Math.ceil(sum / 2))],
  };
}
