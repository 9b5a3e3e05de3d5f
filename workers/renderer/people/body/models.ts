import { fileURLToPath } from 'node:url';
import { loadNetwork, modelOfPackage, type Network } from '../../../networks/network.ts';

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

/** Resolves with the error instead of rejecting: a renderer without models still renders. */
export async function loadPersonModels(files?: ModelFiles): Promise<PersonModels | Error> {
  try {
    const paths = files ?? installedFiles();
    const [pose, outline] = await Promise.all([
      loadNetwork({ path: paths.pose, side: 192 }),
      loadNetwork({ path: paths.outline, side: 256 }),
    ]);
    return { pose, outline };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const installedFiles = (): ModelFiles => ({
  pose: modelOfPackage('movenet-lightning'),
  outline: fileURLToPath(new URL('./models/selfie.json', import.meta.url)),
});
