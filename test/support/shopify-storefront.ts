import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Variant {
  productId: string;
  /** As orders have it: `12.50`. */
  price: string;
  available?: boolean;
}

interface Line {
  id: string;
  quantity: number;
  properties: Record<string, string>;
}

interface Cart {
  token: string;
  items: Line[];
  attributes: Record<string, string>;
}

const newCart = (): Cart => ({ token: 'cart-token-1?key=abc', items: [], attributes: {} });
const escaped = (text: string) => text.replaceAll('<', '&lt;');

/**
 * The storefront of a Shopify shop as far as a checkout meets it: `cart/add.js` and `cart/update.js` of the Ajax cart
 * (shopify.dev, "Cart API reference"), cart permalinks, pages, and the order that the shop's webhook reports.
 */
export class ShopifyStorefront {
  readonly variants = new Map<string, Variant>();
  /** Method and path of every request, without those for pages. */
  readonly requests: string[] = [];
  cart = newCart();
  /** Of the language whose pages are visited: `/` or `/fr/`. */
  root = '/';
  /** `lost`: cart/add.js gets no response. */
  mode: 'works' | 'lost' | 'update-fails' = 'works';
  /** What is in the head and in the body of every page. */
  page = { head: '', body: '' };
  url = '';
  readonly #server = createServer((req, res) => void this.#respond(req, res));

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://www.shop.test:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The body of `orders/create` for what is in the cart. */
  order(id: number): object {
    const lines = this.cart.items.map((line) => ({ ...line, variant: this.variants.get(line.id)! }));
    const cents = lines.map(({ quantity, variant }) => Math.round(Number(variant.price) * 100) * quantity);
    return {
      id,
      created_at: new Date().toISOString(),
      currency: 'EUR',
      total_price: (cents.reduce((sum, amount) => sum + amount, 0) / 100).toFixed(2),
      cart_token: this.cart.token.split('?')[0],
      note_attributes: Object.entries(this.cart.attributes).map(([name, value]) => ({ name, value })),
      line_items: lines.map(({ id: variant, quantity, properties, variant: { productId, price } }) => ({
        product_id: Number(productId),
        variant_id: Number(variant),
        quantity,
        price,
        properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
      })),
    };
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url!, this.url);
    const path = pathname.replace(/^\/fr\//, '/');
    const permalink = /^\/cart\/([\d:,]+)$/.exec(decodeURIComponent(path))?.[1];
    if (permalink || path.endsWith('.js')) this.requests.push(`${req.method} ${pathname}`);
    if (path === '/cart/add.js') this.#add(res, (await json(req)) as { items: Line[] });
    else if (path === '/cart/update.js') this.#update(res, (await json(req)) as Pick<Cart, 'attributes'>);
    else if (permalink) this.#openPermalink(res, permalink, searchParams);
    else this.#sendPage(res, path);
  }

  #add(res: ServerResponse, { items }: { items: Line[] }): void {
    if (this.mode === 'lost') return;
    const missing = items.find(({ id }) => this.variants.get(String(id))?.available === false);
    if (missing || items.some(({ id }) => !this.variants.has(String(id)))) {
      const message = { status: 422, message: 'Cart Error', description: 'The product is already sold out.' };
      sendJson(res, 422, message);
      return;
    }
    this.cart.items.push(...items.map((line) => ({ ...line, id: String(line.id) })));
    sendJson(res, 200, { items });
  }

  #update(res: ServerResponse, { attributes }: Pick<Cart, 'attributes'>): void {
    const isRefused = this.mode === 'update-fails';
    if (!isRefused) Object.assign(this.cart.attributes, attributes);
    sendJson(res, isRefused ? 500 : 200, isRefused ? {} : this.cart);
  }

  /** Takes the place of the cart; properties are those of the first line. */
  #openPermalink(res: ServerResponse, list: string, query: URLSearchParams): void {
    const items = list.split(',').map((line, index) => {
      const [id, quantity] = line.split(':') as [string, string];
      const given = index === 0 ? query.get('properties') : null;
      const properties = given ? JSON.parse(Buffer.from(given, 'base64url').toString()) : {};
      return { id, quantity: Number(quantity), properties };
    });
    const named = [...query].map(([name, value]) => [/^attributes\[(.+)\]$/.exec(name)?.[1], value]);
    const attributes = Object.fromEntries(named.filter(([name]) => name !== undefined));
    this.cart = { ...newCart(), items, attributes };
    res.writeHead(302, { location: '/checkouts/1' }).end();
  }

  #sendPage(res: ServerResponse, path: string): void {
    const lines = this.cart.items.map(({ id, quantity }) => `<li>${quantity} × ${escaped(id)}</li>`);
    const shopify = `<script>window.Shopify = { routes: { root: '${this.root}' } };</script>`;
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(`<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">${shopify}${this.page.head}
<h1>${path.startsWith('/checkouts') ? 'Checkout' : path === '/cart' ? 'Cart' : 'Shop'}</h1>
<ul>${lines.join('')}</ul>${this.page.body}`);
  }
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
