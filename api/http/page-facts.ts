/** The part of a route that all pages share. */
export const pageFacts = {
  method: 'get',
  cache: 'no-store',
  responses: { 200: { description: 'The page.' } },
} as const;

/** The part of a route that all forms share: a form redirects to a page, or is shown again with its mistakes. */
export const formFacts = {
  method: 'post',
  cache: 'no-store',
  responses: { 303: { description: 'Done.' }, 422: { description: 'The form with its mistakes.' } },
} as const;
