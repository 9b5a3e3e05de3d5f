import type { Command } from 'commander';
import type { SettingsChange } from '../../shared/stores/store-settings.ts';
import { checkoutPlatforms, embedModes } from '../../shared/try-on/checkout.ts';
import { AdminError } from './output.ts';

/** Options of `store update` for the checkout; `updateStore` checks the values. */
export interface CheckoutOptions {
  checkout?: string;
  checkoutUrl?: string;
  checkoutToken?: string;
  checkoutEmbed?: string;
}

export function checkoutOptions(command: Command): void {
  command
    .option('--checkout <platform>', `where looks are bought: ${checkoutPlatforms.join(', ')} or none`)
    .option('--checkout-url <url>', 'address of the shop, or the template; see docs/checkout.md')
    .option('--checkout-token <token>', 'public storefront token of Shopify')
    .option('--checkout-embed <mode>', `in a frame of a Shopify storefront: ${embedModes.join(', ')}`);
}

/** The checkout is changed as a whole: an option that is left out is taken away. */
export function checkoutChange(options: CheckoutOptions): Pick<SettingsChange, 'checkout'> {
  const { checkout: platform, checkoutUrl: url, checkoutToken, checkoutEmbed } = options;
  const details = {
    ...(url !== undefined && { url }),
    ...(checkoutToken !== undefined && { storefrontToken: checkoutToken }),
    ...(checkoutEmbed !== undefined && { embedMode: checkoutEmbed }),
  };
  const isDetailed = Object.keys(details).length > 0;
  if (platform === undefined && !isDetailed) return {};
  if (platform === undefined) throw new AdminError('The options of a checkout need --checkout as well.');
  if (platform !== 'none')
    return { checkout: { platform, ...details } as SettingsChange['checkout'] & object };
  if (isDetailed) throw new AdminError('--checkout none takes no other options of a checkout.');
  return { checkout: null };
}
