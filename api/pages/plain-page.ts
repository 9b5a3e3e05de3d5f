import { escapeHtml } from '../http/escape-html.ts';
import { htmlDocument } from '../http/html-document.ts';
import { pageColours } from '../http/page-colours.ts';

const style = `${pageColours}*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:16px/1.6 system-ui,sans-serif}
header,main,footer{max-width:44rem;margin:0 auto;padding:1rem 1.25rem}
header{padding-top:2.5rem;padding-bottom:0}
h1{font-size:1.75rem;line-height:1.25;margin:0}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
main>h2:first-child{margin-top:1rem}
p,ul,dl{margin:.5rem 0}
a{color:var(--link)}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.lead{font-size:1.125rem;color:var(--soft)}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem;overflow-x:auto}
footer{color:var(--soft);font-size:.875rem}`;

/** A public page as HTML without scripts; `main` is HTML. */
export function plainPage({ title, lead, main }: { title: string; lead: string; main: string }): string {
  return htmlDocument({
    title,
    head: `<style>${style}</style>`,
    body: `<header><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(lead)}</p></header>
<main>
${main}
</main>
<footer><a href="/">Overview</a> · <a href="/developers">Developers</a> · <a href="/docs">Documentation</a> · <a href="/docs/reference">API reference</a></footer>`,
  });
}
