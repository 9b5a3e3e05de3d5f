/** Options of one opening of the try-on; ids may be numbers, as shops have them. */
export interface OpenOptions {
  /** The store's subdomain of the service. */
  subdomain?: string;
  /** Id of a guided flow. */
  flow?: string;
  /** Items to begin with. */
  closet?: string;
  /** Short id of a shared look. */
  share?: string;
  /** The shop's own id of the shopper. */
  anonymousId?: string;
  productId?: string | number;
  variantId?: string | number;
}

/** `window.ServiceEmbedConfig`, which is read whenever something is needed, so that it may be set late. */
export interface EmbedConfig extends OpenOptions {
  /** CSS selector of the elements that open the try-on. */
  selector?: string;
  /** Push every event to `window.dataLayer` as well. */
  dataLayer?: boolean;
  /** `off`: the page says nothing of a render while the dialog is closed. */
  status?: 'off';
  /** `required`: analytics of the try-on wait for `ServiceEmbed.consent(true)`. */
  consent?: 'required';
}

/** Everything that an opening has, each null where neither call, configuration nor script tag says it. */
export type Opening = Record<Exclude<keyof OpenOptions, 'subdomain'>, string | null> & { subdomain: string };

/** The query parameters of the try-on's pages, by the options that fill them. */
export const parameters = {
  anonymousId: 'anonymous_id',
  flow: 'flow',
  closet: 'closet',
  share: 'share',
  productId: 'product_id',
  variantId: 'variant_id',
} as const;

const names = ['subdomain', ...Object.keys(parameters)] as (keyof OpenOptions)[];

export type Name = keyof EmbedConfig;

/** Returns the value of `data-service-anonymous-id` for `anonymousId`; undefined: no such attribute. */
function attribute(element: HTMLElement, name: Name): string | undefined {
  return element.dataset[`service${name[0]!.toUpperCase()}${name.slice(1)}`];
}

/** Reads the options from a launcher's attributes: `data-service-product-id` and the like. */
export function readOptions(launcher: HTMLElement): OpenOptions {
  return Object.fromEntries(names.map((name) => [name, attribute(launcher, name)]));
}

/** Returns what an object itself has: a page's script may have given every object a `share` or a `flow`. */
function own<Holder extends object, Key extends keyof Holder>(
  holder: Holder,
  name: Key,
): Holder[Key] | undefined {
  return Object.keys(holder).includes(name as string) ? holder[name] : undefined;
}

/** Returns a setting of the page: the configuration wins over the script tag. */
export function pageSetting(script: HTMLElement, name: Name): EmbedConfig[Name] {
  const { ServiceEmbedConfig: config = {} } = window;
  return own(config, name) ?? attribute(script, name);
}

/** Templates print an empty attribute for what a page does not have, so an empty string counts as missing. */
const filled = (value: unknown): value is string | number | true =>
  value !== undefined && value !== null && value !== '';

/** Merges the options of an opening: those of a call win over the page's settings, and both over a guess. */
export function buildOpening(script: HTMLElement, calls: OpenOptions[], guess: OpenOptions): Opening {
  const chosen = (name: (typeof names)[number]) => {
    const sources = [...calls.map((call) => own(call, name)), pageSetting(script, name), own(guess, name)];
    const value = sources.find(filled);
    return value === undefined ? null : String(value);
  };
  return Object.fromEntries(names.map((name) => [name, chosen(name)])) as Opening;
}
