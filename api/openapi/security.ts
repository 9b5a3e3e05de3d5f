import type { Security } from './operation.ts';

/** `components.securitySchemes`. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the account: `service_live_…`, or `service_test_…`. A test key renders with the local renderer, is not charged, and sees only renders of test keys.',
  },
} as const;

export const apiKey: Security = [{ apiKey: [] }];
