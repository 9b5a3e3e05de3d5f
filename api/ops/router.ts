import { type RequestHandler, Router } from 'express';
import { ApiError } from '../../shared/errors.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import { requireRole } from '../http/authenticate-person.ts';
import { mountPages, pagePolicy } from '../http/mount-pages.ts';
import { pageSecurity } from '../http/page-security.ts';
import { failurePages } from '../identity/failure-page.tsx';
import type { People } from '../identity/people.ts';
import { createBoard } from './board.ts';
import type { OperatorDependencies } from './operator-dependencies.ts';
import { operatorRoutes } from './routes.ts';
import { withSharedPassword } from './shared-password.ts';
import { writeGuard } from './write-guard.ts';

export interface OpsRouterOptions extends OperatorDependencies {
  /** Of the tokens of forms of whoever has the shared password. */
  signer: Signer;
}

const boardPath = '/ops/queues';

/** Creates the operators' pages, and Bull Board at `/ops/queues`: for operators who are signed in, and by `OPS_PASSWORD`. */
export function createOpsRouter({ signer, ...options }: OpsRouterOptions): Router {
  const { config, queues, web } = options;
  const people = withSharedPassword({ config, people: options.people, signer });
  const board = createBoard({ queues, basePath: boardPath, writable: config.OPS_WRITABLE, web });
  return Router()
    .use(mountPages(operatorRoutes, { ...options, people }, failurePages(web)))
    .use(
      boardPath,
      pageSecurity(boardPolicy),
      operatorsOnly(people),
      failurePages(web),
      writeGuard(config.OPS_WRITABLE),
      board,
    );
}

/** The board's writes have no token of a form: `writeGuard` checks where they come from. */
function operatorsOnly(people: People): RequestHandler {
  return async (req, res, next) => {
    const person = await people(req, res);
    if (!person) throw new ApiError('UNAUTHORIZED', 'Sign in first.');
    requireRole(person, ['operator']);
    next();
  };
}

/**
 * Bull Board sets style attributes, so inline styles are allowed; scripts only from this origin. Its web
 * fonts of a third party are not loaded.
 */
const boardPolicy = {
  ...pagePolicy,
  styleSrc: ["'self'", "'unsafe-inline'"],
  manifestSrc: ["'self'"],
  baseUri: ["'self'"],
};
