import type { Checkout } from '../../shared/try-on/checkout.ts';

/** The store of the demo account. */
export const demoStore = { slug: 'demo', name: 'Demo store', hosts: ['demo.localhost'] };

/** Its guided flows, each a file of examples/flows. */
export const demoFlows = { outfit: 'complete-the-outfit', corner: 'furnish-a-corner' };

/** The demo shop speaks as a Shopify storefront does, at the port where it is unless that is taken. */
export function demoCheckout({ PORT, DEMO_SHOP_PORT }: NodeJS.ProcessEnv): Checkout {
  const port = Number(DEMO_SHOP_PORT) || (Number(PORT) || 3000) + 1;
  return { platform: 'shopify', url: `http://localhost:${port}`, embedMode: 'cart' };
}
