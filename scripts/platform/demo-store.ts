import type { SettingsChange } from '../../shared/stores/store-settings.ts';

/** The store of the demo account. */
export const demoStore = { slug: 'demo', name: 'Demo store', hosts: ['demo.localhost'] };

/** Its guided flows, each a file of examples/flows. */
export const demoFlows = { outfit: 'complete-the-outfit', corner: 'furnish-a-corner' };

/** Returns the settings of the demo store: its shop speaks as a Shopify storefront does, at its port unless that is taken. */
export function demoSettings({ PORT, DEMO_SHOP_PORT }: NodeJS.ProcessEnv): SettingsChange {
  const port = Number(DEMO_SHOP_PORT) || (Number(PORT) || 3000) + 1;
  const url = `http://localhost:${port}`;
  return {
    accent: '#2f4a3c',
    storefrontUrl: url,
    freeSecondAttempt: true,
    checkout: { platform: 'shopify', url, embedMode: 'cart' },
  };
}
