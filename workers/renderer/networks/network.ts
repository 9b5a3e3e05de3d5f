import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type * as tensorflow from '@tensorflow/tfjs-core';

/** Width and height of an input, in pixels. */
export interface InputSize {
  width: number;
  height: number;
}

/** One network as a function of plain numbers: `input` has `side` × `side` × 3 values, or those of `size` where it takes any. */
export interface Network {
  side: number;
  run(input: Int32Array | Float32Array, size?: InputSize): Promise<Float32Array>;
}

export interface NetworkFile {
  /** The JSON file of a graph model; its weights are beside it, with the extension `.bin`. */
  path: string;
  side: number;
  dtype: 'int32' | 'float32';
  /** The output to read, where the model has several. */
  output?: string;
}

/** Returns the path of a model that is part of the package `@vladmandic/human`. */
export function modelOfPackage(name: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(dirname(require.resolve('@vladmandic/human'))), 'models', `${name}.json`);
}

/** Loads a network on the WASM backend (SIMD, one thread: bit-identical in every process; no network access). */
export async function loadNetwork({ path, side, dtype, output }: NetworkFile): Promise<Network> {
  const tf = await import('@tensorflow/tfjs-core');
  const { loadGraphModel } = await import('@tensorflow/tfjs-converter');
  await startWasm(tf);
  const model = await loadGraphModel({ load: () => readArtifacts(path) });
  return {
    side,
    async run(input, { width, height } = { width: side, height: side }) {
      const tensor = tf.tensor4d(input, [1, height, width, 3], dtype);
      const result = model.execute(tensor, output) as tensorflow.Tensor;
      try {
        return Float32Array.from(await result.data());
      } finally {
        tensor.dispose();
        result.dispose();
      }
    },
  };
}

let started: Promise<void> | undefined;

function startWasm(tf: typeof tensorflow): Promise<void> {
  started ??= chooseWasm(tf);
  return started;
}

async function chooseWasm(tf: typeof tensorflow): Promise<void> {
  const { setWasmPaths, setThreadsCount } = await import('@tensorflow/tfjs-backend-wasm');
  const require = createRequire(import.meta.url);
  setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  // Several threads would sum in varying order and return different bytes for the same request.
  setThreadsCount(1);
  if (!(await tf.setBackend('wasm'))) throw new Error('The WASM backend did not start.');
  await tf.ready();
}

interface ModelJson {
  modelTopology: object;
  format: string;
  signature: object;
  weightsManifest: { weights: tensorflow.io.WeightsManifestEntry[] }[];
}

async function readArtifacts(path: string): Promise<tensorflow.io.ModelArtifacts> {
  const [json, weights] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(path.replace(/\.json$/u, '.bin')),
  ]);
  const { modelTopology, format, signature, weightsManifest } = JSON.parse(json) as ModelJson;
  return {
    modelTopology,
    format,
    signature,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weightData: new Uint8Array(weights).buffer,
  };
}
