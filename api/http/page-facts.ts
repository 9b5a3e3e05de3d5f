/** What every page has in common as a route. */
export const pageFacts = {
  method: 'get',
  cache: 'no-store',
  responses: { 200: { description: 'The page.' } },
} as const;

/** What every form has in common as a route: it leads to a page, or is that page again with what is wrong. */
export const formFacts = {
  method: 'post',
  cache: 'no-store',
  responses: { 303: { description: 'Done.' }, 422: { description: 'The form with its mistakes.' } },
} as const;
