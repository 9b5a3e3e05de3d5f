import { escapeHtml } from './escape-html.ts';

export interface HtmlDocument {
  title: string;
  /** Default: `en`. */
  language?: string;
  /** Further parts of the viewport, e.g. `viewport-fit=cover`. */
  viewport?: string;
  /** HTML of `<head>` beside the encoding, the viewport and the title. */
  head: string;
  /** HTML of `<body>`. */
  body: string;
}

/** What every page of the service begins with. */
export function htmlDocument({ title, language = 'en', viewport = '', head, body }: HtmlDocument): string {
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1${viewport && `, ${viewport}`}">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>`;
}
