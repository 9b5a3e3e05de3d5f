/** The ways in which the Cog server responds, and its responses that need no image. */
export const cogModes = [
  'ok',
  'output-list',
  'output-url',
  'starting',
  'busy',
  'slots-taken',
  'setup-failed',
  'defunct',
  'unhealthy',
  'no-health-check',
  'post-only',
  'not-cog',
  'unauthorized',
  'invalid',
  'too-many',
  'not-ready',
  'server-error',
  'background',
  'failed',
  'safety',
  'canceled',
  'hang',
  'cut',
  'garbage',
  'garbage-output',
  'garbage-image',
  'wrong-aspect',
  'huge',
] as const;
export type CogMode = (typeof cogModes)[number];

export interface CogResponse {
  status: number;
  /** An object is sent as JSON, pieces unchanged. */
  body: string | Buffer[] | object;
  headers?: Record<string, string>;
}

const setup = { status: 'succeeded', logs: '' };
/** To `GET /health-check` in modes without a health response of their own. */
export const readyResponse: CogResponse = { status: 200, body: { status: 'READY', setup } };
export const healthResponses: Partial<Record<CogMode, CogResponse>> = {
  starting: { status: 200, body: { status: 'STARTING', setup: { status: 'starting', logs: '' } } },
  busy: { status: 200, body: { status: 'BUSY', setup } },
  'setup-failed': {
    status: 200,
    body: { status: 'SETUP_FAILED', setup: { status: 'failed', logs: 'no GPU' } },
  },
  defunct: { status: 200, body: { status: 'DEFUNCT', setup } },
  unhealthy: { status: 200, body: { status: 'UNHEALTHY', user_healthcheck_error: 'no GPU' } },
  'no-health-check': { status: 404, body: { detail: 'Not Found' } },
  'not-cog': { status: 200, body: '<h1>Hello</h1>' },
};

const failedResponse = (error: string): CogResponse => ({ status: 200, body: { status: 'failed', error } });
export const predictionResponses: Partial<Record<CogMode, CogResponse>> = {
  'slots-taken': {
    status: 409,
    body: { error: 'At capacity - all prediction slots busy', status: 'failed' },
  },
  unauthorized: { status: 401, body: { detail: 'Unauthorized' } },
  invalid: { status: 422, body: { detail: [{ loc: ['body', 'input'], msg: 'field required' }] } },
  'too-many': { status: 429, body: { detail: 'slow down' }, headers: { 'retry-after': '7' } },
  'not-ready': { status: 503, body: { error: 'Predictor not ready', status: 'failed' } },
  'server-error': { status: 500, body: 'Internal Server Error' },
  background: { status: 202, body: { status: 'processing' } },
  failed: failedResponse('CUDA out of memory at /src/predict.py:42'),
  safety: failedResponse('NSFW content detected. Try running it again.'),
  canceled: { status: 200, body: { status: 'canceled' } },
  garbage: { status: 200, body: '{"status": "succeeded", "outp' },
  'garbage-output': { status: 200, body: { status: 'succeeded', output: 42 } },
  'garbage-image': {
    status: 200,
    body: { status: 'succeeded', output: 'data:image/png;base64,bm90IGFuIGltYWdl' },
  },
};
