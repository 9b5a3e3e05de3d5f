import { elementType, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx-graph.ts';
import { type GraphBuilder, operators } from './operators.ts';
import type { TensorflowModel, TensorflowNode, TensorflowWeights } from './tensorflow-model.ts';

/**
 * Translates the part of a model that `output` needs. Values keep TensorFlow's order of axes (height, width, channels): ONNX
 * Runtime cancels the transpositions around convolutions when it loads the model. Integers become 64 bits wide, as ONNX wants
 * indices and shapes. @throws Error for an operator that no model of ours has
 */
export function toOnnx(model: TensorflowModel, output: string): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const tensors: OnnxTensor[] = [];
  const inputs: OnnxGraph['input'][] = [];
  const done = new Set<string>();

  const build: GraphBuilder = {
    emit(op, from, attributes = {}, ...given) {
      const outputs = given.length > 0 ? given : [`value${nodes.length}`];
      nodes.push({ op, inputs: from, outputs, attributes });
      return outputs[0]!;
    },
    addIndices(values) {
      const name = `indices${tensors.length}`;
      const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      tensors.push({ name, type: elementType.int64, shape: [values.length], bytes });
      return name;
    },
    readIntegers: (name) => [...new Int32Array(Uint8Array.from(getWeights(model, name).bytes).buffer)],
    readShape: (name) => getWeights(model, name).shape,
  };

  const addWeights = ({ name, type, shape, bytes }: TensorflowWeights): void => {
    const isStored = type !== 'float32';
    const stored = isStored ? `${name}/stored` : name;
    tensors.push({ name: stored, type: elementType[type === 'float32' ? 'float' : type], shape, bytes });
    if (isStored)
      build.emit('Cast', [stored], { to: type === 'int32' ? elementType.int64 : elementType.float }, name);
  };

  const addNode = (node: TensorflowNode): void => {
    if (node.op === 'Placeholder') {
      inputs.push({ name: node.name, shape: readInputShape(node) });
      return;
    }
    const translate = operators[node.op];
    if (!translate) throw new Error(`The operator ${node.op} of ${node.name} is unknown.`);
    translate(node, (node.input ?? []).map(use), build);
  };

  /** Returns the name of a value; adds its node if it was not yet. */
  function use(reference: string): string {
    const [name = '', index = '0'] = reference.split(':');
    if (!done.has(name)) {
      done.add(name);
      const node = model.nodes.get(name);
      if (!node) throw new Error(`The model has no node ${name}.`);
      const weights = model.weights.get(name);
      if (weights) addWeights(weights);
      else addNode(node);
    }
    return index === '0' ? name : `${name}:${index}`;
  }

  use(output);
  const [input] = inputs;
  if (!input) throw new Error(`${output} needs no input.`);
  return { nodes, tensors, input, output };
}

function getWeights({ weights }: TensorflowModel, name: string): TensorflowWeights {
  const found = weights.get(name);
  if (!found) throw new Error(`The model computes ${name}, which should be constant.`);
  return found;
}

const readInputShape = ({ attr }: TensorflowNode): number[] =>
  (attr?.shape?.shape?.dim ?? []).map(({ size }) => Number(size));
