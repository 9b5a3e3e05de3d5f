import { passkeySignInRoutes } from './passkey-sign-in-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';
import { staffRoutes } from './staff-routes.ts';

/** Signing in and up. */
export const identityRoutes = [
  ...signInRoutes,
  ...passkeySignInRoutes,
  ...staffRoutes,
  ...signUpRoutes,
  ...passwordRoutes,
];
