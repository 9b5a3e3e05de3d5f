import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import type * as tensorflow from '@tensorflow/tfjs-core';

/** One network as a function of plain numbers: `input` has `side` × `side` × 3 values. */
export interface Network {
  side: number;
  run(input: Int32Array | Float32Array): Promise<Float32Array>;
}

/** The networks for people: joints (MoveNet Lightning) and the person's outline (selfie segmentation). */
export interface PersonModels {
  pose: Network;
  outline: Network;
}

export interface ModelFiles {
  pose: string;
  outline: string;
}

let loading: Promise<PersonModels | Error> | undefined;

/** The models of this thread, loaded once on first use; an `Error` says why they are unavailable. */
export function personModels(): Promise<PersonModels | Error> {
  loading ??= loadPersonModels();
  return loading;
}

/**
 * Loads the networks on the WASM backend (SIMD, one thread: bit-identical in every process; no network access).
 * Resolves with the error instead of rejecting: a renderer without models still renders.
 */
export async function loadPersonModels(files?: ModelFiles): Promise<PersonModels | Error> {
  try {
    const paths = files ?? installedFiles();
    const tf = await import('@tensorflow/tfjs-core');
    const { loadGraphModel } = await import('@tensorflow/tfjs-converter');
    await useWasm(tf);
    const [pose, outline] = await Promise.all(
      [paths.pose, paths.outline].map(async (path) => loadGraphModel({ load: () => artifacts(path) })),
    );
    return {
      pose: network(tf, pose!, 192, 'int32'),
      outline: network(tf, outline!, 256, 'float32'),
    };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function installedFiles(): ModelFiles {
  const require = createRequire(import.meta.url);
  const human = dirname(dirname(require.resolve('@vladmandic/human')));
  return {
    pose: join(human, 'models', 'movenet-lightning.json'),
    outline: fileURLToPath(new URL('./models/selfie.json', import.meta.url)),
  };
}

async function useWasm(tf: typeof tensorflow): Promise<void> {
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

async function artifacts(path: string): Promise<tensorflow.io.ModelArtifacts> {
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

function network(
  tf: typeof tensorflow,
  model: GraphModel,
  side: number,
  dtype: 'int32' | 'float32',
): Network {
  return {
    side,
    async run(input) {
      const tensor = tf.tensor4d(input, [1, side, side, 3], dtype);
      const result = model.execute(tensor) as tensorflow.Tensor;
      try {
        return Float32Array.from(await result.data());
      } finally {
        tensor.dispose();
        result.dispose();
      }
    },
  };
}
