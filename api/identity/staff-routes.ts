import type { Request, Response } from 'express';
import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { admitStaff, dismissStaff, type StaffClaims, toStaffEmail } from '../../shared/identity/staff.ts';
import { clientAddress } from '../http/client-address.ts';
import { pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byUser } from './audit-origin.ts';
import { enter } from './enter.ts';
import { toLibraryHeaders } from './identity.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { to } from './schemas.ts';
import { seeOther } from './send-page.ts';
import { sendSignIn } from './send-sign-in.ts';
import { clearStaffState, keepStaffState, readStaffState } from './staff-cookie.ts';
import { callbackPath, type StaffSignIn } from './staff-sign-in.ts';

const facts = {
  ...pageFacts,
  responses: { 303: { description: 'To the next page.' } },
  failures: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
} as const;

function requireStaff({ staff }: IdentityDependencies): StaffSignIn {
  if (staff) return staff;
  throw new ApiError('NOT_FOUND', 'There is no other issuer to sign in with; use your password.');
}

const getStaff = defineRoute({
  ...facts,
  id: 'getStaffSignIn',
  path: '/sign-in/staff',
  access: 'anyone',
  summary: 'Sign in with the OpenID provider of the operator',
  query: Joi.object<{ to: string }>({ to }).unknown(),
  handle: async (dependencies: IdentityDependencies, { res, query }) => {
    const { url, state } = await requireStaff(dependencies).begin();
    keepStaffState(res, dependencies.config, { state, to: query.to });
    seeOther(res, url);
  },
});

const getCallback = defineRoute({
  ...facts,
  id: 'getStaffCallback',
  path: callbackPath,
  access: 'anyone',
  summary: 'Return from the OpenID provider',
  failures: [...facts.failures, 'RATE_LIMITED'],
  query: Joi.object().unknown(),
  handle: async (dependencies: IdentityDependencies, { req, res }) => {
    const { attempts, config } = dependencies;
    const staff = requireStaff(dependencies);
    const { state, to } = readStaffState(req, config);
    clearStaffState(res, config);
    const address = clientAddress(req.ip);
    const guesser = `staff ${address}`;
    await attempts.takeGuess(guesser, address);
    const claims = await staff.finish(req.originalUrl.split('?')[1] ?? '', state);
    const admitted = claims ? await admit(dependencies, staff, claims, { req, res }) : notProved(staff);
    if ('mistake' in admitted) return sendSignIn(dependencies, res, { to, ...admitted }, 403);
    await attempts.succeed(guesser, address);
    const auth = await dependencies.identity();
    const { headers } = await auth.api.startSession({
      body: admitted,
      headers: toLibraryHeaders(req),
      returnHeaders: true,
    });
    await enter(dependencies, { req, res, userId: admitted.userId, headers, to });
  },
});

const notProved = ({ name }: StaffSignIn) => ({
  mistake: `The sign-in with ${name} did not succeed; try again.`,
});

/** Lets in who belongs to the staff; whoever no longer does is no longer an operator. */
async function admit(
  { database, config, audit }: IdentityDependencies,
  { name, provider }: StaffSignIn,
  claims: StaffClaims,
  call: { req: Request; res: Response },
): Promise<{ userId: string } | { mistake: string }> {
  const { sub } = claims;
  const email = toStaffEmail(claims, config);
  if (email === undefined) {
    const wasOperator = await dismissStaff(database, { provider, sub });
    const who = { id: sub, email: String(claims.email ?? sub) };
    if (wasOperator)
      await audit({ ...byUser(call, who), action: 'user.operator', after: { isOperator: false } });
    return { mistake: `Sign-in with ${name} is for the staff of this service, with a confirmed address.` };
  }
  const person = { provider, sub, email, name: typeof claims.name === 'string' ? claims.name : email };
  const user = await admitStaff(database, person, config);
  if (!user) return { mistake: `${email} has a user here already; sign in with its password or passkey.` };
  return { userId: user._id };
}

export const staffRoutes = [getStaff, getCallback];
