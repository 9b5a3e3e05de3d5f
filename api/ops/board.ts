import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import { type RequestHandler, Router } from 'express';
import { render } from 'preact-render-to-string';
import type { EntryFiles } from '../assets/web-build.ts';
import type { WebFiles } from '../assets/web-files.ts';
import { Scripts } from '../html/document.tsx';
import { toApiError } from '../http/error-response.ts';

const maxShownLength = 64;

/** Returns the ids, times and numbers of a job; any other field is redacted. */
export function redactJobData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return redactValue(data);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redactField(name, value)]));
}

function redactField(name: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return /(^id|Id)$/.test(name) && typeof value === 'string' ? value.slice(0, maxShownLength) : '[redacted]';
}

/** Handlers return one word; anything else is redacted. */
export function redactValue(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'number') return value;
  return typeof value === 'string' && /^[\w-]{1,32}$/.test(value) ? value : '[redacted]';
}

/** Bull Board under `basePath`. Its worker list is off because it costs a `CLIENT LIST` per poll. */
export function createBoard(options: {
  queues: readonly Queue[];
  basePath: string;
  writable: boolean;
  web: () => WebFiles;
}): RequestHandler {
  const adapter = new ExpressAdapter().setBasePath(options.basePath);
  const queues = options.queues.map((queue) => {
    const board = new BullMQAdapter(queue, {
      readOnlyMode: !options.writable,
      allowRetries: options.writable,
    });
    board.setFormatter('data', redactJobData);
    board.setFormatter('returnValue', redactValue);
    board.setFormatter('progress', redactJobData);
    return board;
  });
  createBullBoard({
    queues,
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Render queues',
        hideRedisDetails: true,
        hideDocsLink: true,
        showWorkers: false,
        miscLinks: [{ text: 'Operations', url: '/ops' }],
      },
    },
  });
  // In place of the board's own handler, which shows messages of Redis, and stacks in development.
  adapter.setErrorHandler((error) => {
    const { message } = toApiError(error);
    return { status: 500, body: { error: { key: 'ERRORS.INTERNAL_SERVER_ERROR' }, message } };
  });
  return Router().use(decodable, noStore, adaptPage(options.web), adapter.getRouter() as RequestHandler);
}

/** Errors of the board's inner application never reach ours: Express would respond with a stack. */
const decodable: RequestHandler = (req, _res, next) => {
  decodeURIComponent(req.path);
  next();
};

const foreignLink = /<link[^>]+href="https?:[^>]*>/g;

/**
 * The board's page asks another site for fonts, which our policy would refuse. A script of ours names its controls that
 * show an icon alone.
 */
const adaptPage =
  (web: () => WebFiles): RequestHandler =>
  (_req, res, next) => {
    const send = res.send.bind(res);
    res.send = (body) => send(typeof body === 'string' ? adaptHtml(body, web().build.ops) : body);
    next();
  };

const adaptHtml = (html: string, files: EntryFiles) =>
  html.replaceAll(foreignLink, '').replace('</body>', `${render(Scripts(files))}</body>`);

/** The board shows jobs as they are now; only its static files may be kept. */
const noStore: RequestHandler = (req, res, next) => {
  if (!req.path.startsWith('/static/')) res.set('Cache-Control', 'no-store');
  next();
};
