import type { Response } from 'express';

/** Sends a page that is about one person, or that has a form. */
export function sendPage(res: Response, html: string, status = 200): void {
  res.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/** Leads to a page after a form: reloading that page sends nothing again. */
export function seeOther(res: Response, path: string): void {
  res.set('Cache-Control', 'no-store').redirect(303, path);
}
