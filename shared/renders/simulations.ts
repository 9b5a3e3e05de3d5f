import type { ErrorCode } from '../errors.ts';
import type { KeyMode } from '../keys/key-format.ts';

/** Host of the images with which a test key chooses an outcome; `.test` is reserved and never resolves (RFC 6761). */
export const simulationHost = 'simulate.test';

/** The image of a product on that host. */
export const simulatedProduct = 'product';

/** The longest render of the specification. */
export const maxSimulatedSeconds = 160;

/** An outcome that a test key can choose. */
interface SimulationRule {
  /** Of a call that waits. */
  status: number;
  code?: ErrorCode;
  /** Decides it: the API before the render is accepted, or the simulated provider in a worker. */
  by: 'API' | 'provider';
  meaning: string;
}

/** By the path of the scene's URL. */
export const simulations = {
  success: {
    status: 200,
    by: 'provider',
    meaning: 'Succeeds. The image is the scene with the products in a row at its lower edge.',
  },
  'model-error': { status: 502, code: 'MODEL_ERROR', by: 'provider', meaning: 'The provider fails.' },
  'model-timeout': {
    status: 502,
    code: 'MODEL_ERROR',
    by: 'provider',
    meaning: 'The provider accepts the render and does not respond within its time.',
  },
  'unsafe-content': {
    status: 502,
    code: 'MODEL_ERROR',
    by: 'provider',
    meaning: 'The provider refuses the content for safety reasons.',
  },
  'unusable-image': {
    status: 502,
    code: 'MODEL_ERROR',
    by: 'provider',
    meaning: 'The provider returns the scene without the products, which the check of each image refuses.',
  },
  'model-unavailable': {
    status: 503,
    code: 'MODEL_UNAVAILABLE',
    by: 'provider',
    meaning: 'No provider accepts the render; `Retry-After` is 10.',
  },
  'insufficient-credits': {
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    by: 'API',
    meaning: 'The balance is empty: no render is accepted.',
  },
  'invalid-image': {
    status: 400,
    code: 'INVALID_INPUT',
    by: 'API',
    meaning: 'The scene is no image: no render is accepted.',
  },
} as const satisfies Record<string, SimulationRule>;

export type SimulationName = keyof typeof simulations;

/** The outcome of a render that a test key has chosen. */
export interface Simulation {
  name: SimulationName;
  /** Until the provider returns. */
  seconds: number;
}

export const isSimulationName = (text: string): text is SimulationName => Object.hasOwn(simulations, text);

/** Returns the outcome of a render that was chosen: never for a live key. */
export const getSimulation = (render: { mode: KeyMode; simulation?: Simulation }): Simulation | undefined =>
  render.mode === 'test' ? render.simulation : undefined;
