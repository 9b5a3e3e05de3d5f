import type { ComponentChildren } from 'preact';
import { Document, toHtml } from '../../api/html/document.tsx';

/** Settings of the shop that every page needs. */
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
const ScriptTag = ({ service, subdomain }: Shop) => (
  <script
    async
    src={`${service}/service-embed.js`}
    data-service-subdomain={subdomain}
    data-service-selector="[data-try-on]"
  />
);

/** Returns the link of a launcher for browsers without scripts. */
export function tryOnPage({ service, subdomain }: Shop, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `${service}/embed/${subdomain}${query && `?${query}`}`;
}

export const departmentPath = (department: string) => `/collections/${department.toLowerCase()}`;

export function page(shop: Shop, title: string, path: string, main: ComponentChildren): string {
  return toHtml(
    <Document
      title={title}
      viewport="viewport-fit=cover"
      head={
        <>
          <link rel="stylesheet" href="/shop.css" />
          <script src="/shop.js" defer />
          <ScriptTag {...shop} />
        </>
      }
    >
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <img src="/logo.png" alt="" width="32" height="32" />
          {shop.name}
        </a>
        <nav aria-label="Departments">
          {shop.departments.map((name) => (
            <a
              key={name}
              href={departmentPath(name)}
              aria-current={departmentPath(name) === path ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <a class="cart-link" href="/cart" aria-current={path === '/cart' ? 'page' : undefined}>
          Cart <span data-cart-count />
        </a>
      </header>
      <main id="main">{main}</main>
      <footer>
        <p>A demo shop: nothing is sold here. Products and pictures are the example catalog.</p>
      </footer>
    </Document>,
  );
}
