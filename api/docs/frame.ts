import type { EntryFiles } from '../assets/web-build.ts';
import { type Html, html } from '../http/html.ts';
import { htmlDocument } from '../http/html-document.ts';
import type { Heading } from './markdown.ts';

export interface NavigationLink {
  href: string;
  title: string;
  /** Shown before the title, e.g. `POST`. */
  method?: string;
}

export interface NavigationGroup {
  title: string;
  /** Of a group with a page of its own; its links are shown on that page alone. */
  href?: string;
  links: readonly NavigationLink[];
}

export interface DocsPage {
  /** Path of the page. */
  path: string;
  title: string;
  description: string;
  main: Html;
  /** Sections of the page, listed beside it where there is room. */
  headings?: readonly Heading[];
  /** Address of the page as Markdown. */
  markdown?: string;
}

export interface Frame {
  navigation: readonly NavigationGroup[];
  files: EntryFiles;
}

/** A page of the documentation with the navigation around it. It is complete without JavaScript. */
export function docsPage(page: DocsPage, { navigation, files }: Frame): string {
  const head = html`<meta name="description" content="${page.description}">
${page.markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${page.markdown}">`}
${files.styles.map((path) => html`<link rel="stylesheet" href="/${path}">`)}
<script type="module" src="/${files.script}"></script>`;
  const body = html`<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs">Render platform <span>Docs</span></a>
<nav class="sections" aria-label="Sections">${sections.map((link) => sectionLink(link, page.path))}</nav>
<button class="menu-button" type="button" popovertarget="menu">Menu</button>
</header>
<div class="frame">
<div class="side" id="menu" popover>
<search class="jump" hidden><label class="unseen" for="jump">Search the documentation</label><input id="jump" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-controls="jump-results"><kbd aria-hidden="true">/</kbd></search>
<div id="jump-results" role="status" hidden></div>
<nav aria-label="Documentation">${navigation.map((group) => navigationGroup(group, page.path))}</nav>
</div>
<main id="content" tabindex="-1">
${page.main}
</main>
${page.headings && onThisPage(page.headings, page.markdown)}
</div>`;
  return htmlDocument({ title: `${page.title} – Render platform`, head: head.text, body: body.text });
}

const sections: readonly NavigationLink[] = [
  { href: '/docs', title: 'Guides' },
  { href: '/docs/reference', title: 'API reference' },
  { href: '/developers', title: 'Keys and credits' },
];

function sectionLink({ href, title }: NavigationLink, path: string): Html {
  const inReference = path.startsWith('/docs/reference');
  const isCurrent = href === '/docs/reference' ? inReference : href === '/docs' && !inReference;
  return html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${title}</a>`;
}

function navigationGroup({ title, href, links }: NavigationGroup, path: string): Html {
  if (href !== undefined && href !== path) return html`<h2><a href="${href}">${title}</a></h2>`;
  const items = links.map(
    ({ href: link, title: text, method }) =>
      html`<li><a href="${link}"${link === path && html` aria-current="page"`}>${method && methodBadge(method)}<span>${text}</span></a></li>`,
  );
  return html`<h2>${title}</h2><ul>${items}</ul>`;
}

export const methodBadge = (method: string): Html =>
  html`<span class="method method-${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;

function onThisPage(headings: readonly Heading[], markdown: string | undefined): Html {
  const items = headings.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  );
  return html`<aside class="contents" aria-label="On this page">
${items.length > 0 && html`<h2>On this page</h2><ul>${items}</ul>`}
${markdown !== undefined && html`<p><a href="${markdown}">This page as Markdown</a></p>`}
</aside>`;
}
