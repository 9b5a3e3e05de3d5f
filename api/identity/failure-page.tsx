import type { ErrorRequestHandler } from 'express';
import { errorCatalogue } from '../../shared/errors.ts';
import type { WebFiles } from '../assets/web-files.ts';
import { logFailure, toApiError } from '../http/error-response.ts';
import { getContext } from '../http/request-context.ts';
import { ButtonLink } from '../web/design/components/button.tsx';
import { doorPage } from './door-page.tsx';
import { seeOther, sendPage } from './send-page.ts';

/** Sends what went wrong with a page as a page; who is not signed in is led to where that is done. */
export function failurePages(web: () => WebFiles): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent || res.destroyed) return next(error);
    const failure = toApiError(error);
    const { log, requestId } = getContext(res);
    logFailure(log, failure, error);
    const { retryAfter, headers } = failure.detail;
    // With a challenge, the browser asks for a password itself.
    if (failure.code === 'UNAUTHORIZED' && !headers?.['WWW-Authenticate'])
      return seeOther(res, toSignIn(req.method, req.originalUrl));
    if (retryAfter !== undefined) res.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
    if (headers) res.set(headers);
    const page = { title: errorCatalogue[failure.code].error, text: failure.message, requestId };
    sendPage(res, problemPage(page, web()), failure.status);
  };
}

const toSignIn = (method: string, path: string) =>
  method === 'GET' ? `/sign-in?${new URLSearchParams({ to: path })}` : '/sign-in';

const problemPage = (
  { title, text, requestId }: { title: string; text: string; requestId: string },
  { build }: WebFiles,
): string =>
  doorPage(
    {
      path: '',
      title,
      lead: text,
      children: (
        <>
          <div class="door-ways">
            <ButtonLink href="/developers" wide>
              Developers
            </ButtonLink>
            <ButtonLink href="/developers/accounts" wide>
              Your accounts
            </ButtonLink>
          </div>
          <p class="soft">
            Request <code>{requestId}</code>
          </p>
        </>
      ),
    },
    build.rooms,
  );
