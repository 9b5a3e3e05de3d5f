import { randomUUID } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import type { ShopProduct, ShopVariant } from './products.ts';

interface Line {
  product: ShopProduct;
  variant: ShopVariant;
  quantity: number;
  properties: Record<string, string>;
}

interface Cart {
  token: string;
  lines: Line[];
  attributes: Record<string, string>;
}

const limits = { carts: 1000, lines: 50, quantity: 99 } as const;
const cookieName = 'cart';

/**
 * Carts in memory that speak what a Shopify storefront speaks: `cart.js`, `cart/add.js`, `cart/update.js`, and the
 * permalink `/cart/{variant}:{quantity},…`. The cookie is the cart's token.
 */
export function cartRouter(products: readonly ShopProduct[]): Router {
  const carts = new Map<string, Cart>();
  const router = Router();
  router.use(express.json({ limit: '100kb' }));

  router.get('/cart.js', (req, res) => void res.json(view(getCart(req, res))));
  router.post('/cart/add.js', (req, res) => {
    const cart = getCart(req, res);
    const lines = toList(req.body?.items).map((item) => toLine(products, item));
    if (lines.length === 0 || lines.some((line) => !line?.variant.available)) {
      return void res
        .status(422)
        .json({ status: 422, description: 'An item is sold out or not in this shop.' });
    }
    for (const line of lines as Line[]) add(cart, line);
    res.json({ items: (lines as Line[]).map(lineView) });
  });
  router.post('/cart/update.js', (req, res) => {
    const cart = getCart(req, res);
    Object.assign(cart.attributes, toTexts(req.body?.attributes));
    for (const [id, quantity] of Object.entries(req.body?.updates ?? {})) change(cart, id, Number(quantity));
    res.json(view(cart));
  });
  router.get(/^\/cart\/([\w:,-]+)$/, (req, res) => {
    const cart = getCart(req, res);
    const items = String(req.params[0]).split(',');
    const lines = items.map((item) => {
      const [id, quantity] = item.split(':');
      return toLine(products, { id, quantity: Number(quantity) });
    });
    cart.lines = lines.filter((line) => line?.variant.available) as Line[];
    const id = new URL(req.originalUrl, 'http://shop').searchParams.get('attributes[anonymous_id]');
    cart.attributes = id ? { anonymous_id: id } : {};
    res.redirect(302, '/cart');
  });
  return router;

  function getCart(req: Request, res: Response): Cart {
    const token = new RegExp(`(?:^|; )${cookieName}=([\\w-]{36})`).exec(req.headers.cookie ?? '')?.[1];
    const known = token === undefined ? undefined : carts.get(token);
    if (known) return known;
    const cart: Cart = { token: randomUUID(), lines: [], attributes: {} };
    carts.set(cart.token, cart);
    if (carts.size > limits.carts) carts.delete(carts.keys().next().value!);
    res.cookie(cookieName, cart.token, { httpOnly: true, sameSite: 'lax' });
    return cart;
  }
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, limits.lines) : []);

function toTexts(value: unknown): Record<string, string> {
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.slice(0, 20).filter(([, text]) => typeof text === 'string' && text.length < 200),
  );
}

const parseQuantity = (value: unknown) =>
  Math.min(limits.quantity, Math.max(1, Math.round(Number(value)) || 1));

function toLine(products: readonly ShopProduct[], item: unknown): Line | undefined {
  const { id, quantity, properties } = (item ?? {}) as Record<string, unknown>;
  for (const product of products) {
    const variant = product.variants.find(({ variantId }) => variantId === String(id));
    if (variant) {
      return { product, variant, quantity: parseQuantity(quantity), properties: toTexts(properties) };
    }
  }
  return undefined;
}

/** Lines of the same variant and properties are one. */
function add({ lines }: Cart, line: Line): void {
  const properties = JSON.stringify(line.properties);
  const same = lines.find(
    (other) => other.variant === line.variant && JSON.stringify(other.properties) === properties,
  );
  if (same) same.quantity = parseQuantity(same.quantity + line.quantity);
  else if (lines.length < limits.lines) lines.push(line);
}

/** A quantity of 0 takes the variant out. */
function change(cart: Cart, id: string, quantity: number): void {
  if (quantity === 0) cart.lines = cart.lines.filter(({ variant }) => variant.variantId !== id);
  const line = cart.lines.find(({ variant }) => variant.variantId === id);
  if (line) line.quantity = parseQuantity(quantity);
}

function view({ token, lines, attributes }: Cart) {
  return { token, attributes, items: lines.map(lineView) };
}

function lineView({ product, variant, quantity, properties }: Line) {
  const { title, handle, price, currency } = product;
  const { variantId: id, options, picture } = variant;
  return { id, quantity, properties, title, handle, price, currency, options, picture };
}
