import { creditRoutes } from './credits/routes.ts';
import type { Route } from './http/route.ts';

/** Every route of the API, in the order of the reference. */
export const routes: readonly Route[] = [...creditRoutes];
