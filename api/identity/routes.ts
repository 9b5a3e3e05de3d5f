import { passwordRoutes } from './password-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';

/** Signing in and up. */
export const identityRoutes = [...signInRoutes, ...signUpRoutes, ...passwordRoutes];
