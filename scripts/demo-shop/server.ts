import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import { cartPage, missingPage } from './cart-page.tsx';
import { cartRouter } from './cart-router.ts';
import { departmentPage, homePage } from './home-page.tsx';
import { departmentPath, type Shop } from './layout.tsx';
import { productPage } from './product-page.tsx';
import { imageFolder, photoFolder, readProducts, type ShopProduct } from './products.ts';

const publicFolder = fileURLToPath(new URL('./public', import.meta.url));
/** Of the try-on's own typeface: nothing is loaded from other sites. */
const fontFolder = fileURLToPath(
  new URL('../../node_modules/@fontsource-variable/inter/files', import.meta.url),
);
const maxRelated = 4;

export interface DemoShopOptions {
  host: string;
  /** 0: a free one. */
  port: number;
  /** Origin of the service, as browsers reach it. */
  service: string;
  /** The store's subdomain of the service, and its name. */
  subdomain: string;
  name: string;
}

export interface DemoShop {
  url: string;
  close: () => Promise<void>;
}

/** Returns a Content-Security-Policy that allows the try-on, as docs/install.md describes it. */
function policy(service: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${service}`,
    `frame-src ${service}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function related(product: ShopProduct, products: ShopProduct[]): ShopProduct[] {
  const others = products.filter((other) => other !== product && other.available);
  const near = others.filter(({ categories }) => categories[0] === product.categories[0]);
  return near.slice(0, maxRelated);
}

function shopApp(shop: Shop, products: ShopProduct[]): Express {
  const app = express().disable('x-powered-by');
  app.use((_req, res, next) => {
    res.set({ 'Content-Security-Policy': policy(shop.service), 'Cache-Control': 'no-cache' });
    next();
  });
  app.use('/pictures', express.static(imageFolder, { index: false, extensions: [], maxAge: '1h' }));
  app.use('/photos', express.static(photoFolder, { index: false, maxAge: '1h' }));
  app.use('/fonts', express.static(fontFolder, { index: false, maxAge: '1d' }));
  app.use(express.static(publicFolder, { index: false }));
  app.get('/', (_req, res) => void res.send(homePage(shop, products)));
  app.use(cartRouter(products));
  app.get('/cart', (_req, res) => void res.send(cartPage(shop)));
  app.get('/collections/:department', (req, res, next) => {
    const department = shop.departments.find((name) => departmentPath(name) === req.path);
    if (department === undefined) return next();
    const members = products.filter(({ categories }) => categories[0] === department);
    res.send(departmentPage(shop, department, members));
  });
  app.get('/products/:handle', (req, res, next) => {
    const product = products.find(({ handle }) => handle === req.params.handle);
    if (!product) return next();
    const variant = typeof req.query.variant === 'string' ? req.query.variant : undefined;
    res.send(productPage(shop, product, related(product, products), variant));
  });
  app.use((_req, res) => void res.status(404).send(missingPage(shop)));
  return app;
}

/** Starts a small storefront with the example catalog, on an origin of its own, as a merchant's shop is. */
export async function startDemoShop(options: DemoShopOptions): Promise<DemoShop> {
  const { host, port, service, subdomain, name } = options;
  const products = await readProducts();
  const departments = [...new Set(products.map(({ categories }) => categories[0]!))];
  const server: Server = shopApp({ name, service, subdomain, departments }, products).listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
