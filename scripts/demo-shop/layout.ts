import { type Html, html } from './html.ts';

/** What every page of the shop needs to know. */
export interface Shop {
  name: string;
  /** Origin of the service. */
  service: string;
  /** The store's subdomain there. */
  subdomain: string;
  /** First parts of the categories' paths. */
  departments: string[];
}

/** The script tag as docs/install.md tells merchants. */
function scriptTag({ service, subdomain }: Shop): Html {
  return html`<script async src="${service}/service-embed.js" data-service-subdomain="${subdomain}" data-service-selector="[data-try-on]"></script>`;
}

/** Where a launcher leads when there is no script. */
export function tryOnPage({ service, subdomain }: Shop, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `${service}/embed/${subdomain}${query && `?${query}`}`;
}

export const departmentPath = (department: string) => `/collections/${department.toLowerCase()}`;

export function page(shop: Shop, title: string, path: string, main: Html): string {
  const link = (to: string, text: string) =>
    html`<a href="${to}" ${to === path && html`aria-current="page"`}>${text}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
<script src="/shop.js" defer></script>
${scriptTag(shop)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${shop.name}</a>
<nav aria-label="Departments">${shop.departments.map((name) => link(departmentPath(name), name))}</nav>
<a class="cart-link" href="/cart" ${path === '/cart' && html`aria-current="page"`}>Cart <span data-cart-count></span></a>
</header>
<main id="main">${main}</main>
<footer><p>A demo shop: nothing is sold here. Products and pictures are the example catalog.</p></footer>
</body>
</html>`.text;
}
