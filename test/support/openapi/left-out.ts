/** Paths of the application that the document leaves out on purpose, and why. */
const leftOut: readonly { path: RegExp; why: string }[] = [
  { path: /^\/$/, why: 'the home page, and the hosted page of a store' },
  { path: /^\/(developers|dashboard)(\/.*)?$/, why: 'pages for people' },
  { path: /^\/status$/, why: 'page for people' },
  { path: /^\/sign-(in|up|out)(\/.*)?$/, why: 'pages for people' },
  { path: /^\/docs(\/.*)?$/, why: 'pages' },
  { path: /^\/llms(-full)?\.txt$/, why: 'the pages as text' },
  { path: /^\/embed\/[^/]*\/?$/, why: 'a page for frames' },
  { path: /^\/assets\/[^/]*$/, why: 'files of pages' },
  { path: /^\/service-embed[^/]*\.js$/, why: 'a file of pages' },
  { path: /^\/ops(\/.*)?$/, why: 'pages for operators' },
  { path: /^\/webhooks\/stripe$/, why: 'events of the payment provider, which Stripe describes' },
  { path: /^\/metrics$/, why: 'for Prometheus, in its own format' },
  {
    path: /^\/mcp(\/.*)?$/,
    why: 'speaks the Model Context Protocol, which describes itself, and the pictures that it links to',
  },
];

/** Whether the document leaves that path, or path of a route, out. */
export const isLeftOut = (path: string): boolean => leftOut.some((entry) => entry.path.test(path));
