import { readFile } from 'node:fs/promises';

/** A node of a TensorFlow graph as TensorFlow.js stores it; strings of attributes are base64. */
export interface TensorflowNode {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, TensorflowAttribute>;
}

interface TensorflowAttribute {
  b?: boolean;
  i?: string;
  s?: string;
  type?: string;
  shape?: { dim: { size: string }[] };
  list?: { i?: string[]; s?: string[] };
}

export interface TensorflowWeights {
  name: string;
  shape: number[];
  type: 'float16' | 'float32' | 'int32';
  bytes: Uint8Array;
}

export interface TensorflowModel {
  nodes: Map<string, TensorflowNode>;
  weights: Map<string, TensorflowWeights>;
  /** Names of the nodes that the model returns. */
  outputs: string[];
}

interface ModelJson {
  modelTopology: { node: TensorflowNode[] };
  signature: { outputs: Record<string, { name: string }> };
  weightsManifest: { weights: WeightsEntry[] }[];
}

interface WeightsEntry {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32';
  quantization?: { dtype: 'float16' };
}

const bytesOf = { float16: 2, float32: 4, int32: 4 };

/** Reads a graph model of TensorFlow.js: the JSON file at `path`; its weights are beside it, with the extension `.bin`. */
export async function readTensorflowModel(path: string): Promise<TensorflowModel> {
  const [json, bytes] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(path.replace(/\.json$/u, '.bin')),
  ]);
  const { modelTopology, signature, weightsManifest } = JSON.parse(json) as ModelJson;
  const weights = new Map<string, TensorflowWeights>();
  let at = 0;
  for (const { name, shape, dtype, quantization } of weightsManifest.flatMap((group) => group.weights)) {
    const type = quantization?.dtype ?? dtype;
    const end = at + bytesOf[type] * shape.reduce((product, side) => product * side, 1);
    weights.set(name, { name, shape, type, bytes: bytes.subarray(at, end) });
    at = end;
  }
  if (at !== bytes.length) throw new Error(`The weights of ${path} do not have the length that it states.`);
  return {
    nodes: new Map(modelTopology.node.map((node) => [node.name, node])),
    weights,
    outputs: Object.values(signature.outputs).map(({ name }) => name.replace(/:0$/u, '')),
  };
}
