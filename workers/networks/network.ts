import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { callNative } from './native-calls.ts';
import { writeModel } from './onnx-graph.ts';
import { readTensorflowModel } from './tensorflow-model.ts';
import { toOnnx } from './to-onnx.ts';

/** Width and height of an input, in pixels. */
export interface InputSize {
  width: number;
  height: number;
}

/** One network as a function of plain numbers: `input` has `side` × `side` × 3 values, or those of `size` where it takes any. */
export interface Network {
  side: number;
  run(input: Float32Array, size?: InputSize): Promise<Float32Array>;
}

export interface NetworkFile {
  /** A graph model of TensorFlow.js (`readTensorflowModel`). */
  path: string;
  side: number;
  /** The output to read, where the model has several. */
  output?: string;
}

/** Returns the path of a model that is part of the package `@vladmandic/human`. */
export function modelOfPackage(name: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(dirname(require.resolve('@vladmandic/human'))), 'models', `${name}.json`);
}

/** One thread, so that sums have one order and a request has one result; without an arena, which keeps the most ever used. */
const options = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  logSeverityLevel: 3,
} as const;

/** Returns a function that loads at the first call, and again after a failure. */
export function loadOnce(load: () => Promise<Network>): () => Promise<Network> {
  let loading: Promise<Network> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Loads a network for this thread's processor (ONNX Runtime; no network access). */
export async function loadNetwork({ path, side, output }: NetworkFile): Promise<Network> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const model = await readTensorflowModel(path);
  const graph = toOnnx(model, output ?? model.outputs[0]!);
  const session = await callNative(() => InferenceSession.create(writeModel(graph), options));
  return {
    side,
    async run(input, { width, height } = { width: side, height: side }) {
      const tensor = new Tensor('float32', input, [1, height, width, 3]);
      const results = await callNative(() => session.run({ [graph.input.name]: tensor }));
      return results[graph.output]!.data as Float32Array;
    },
  };
}
