import Joi from 'joi';

/**
 * The events that the browser may report and that are forwarded, as in the specification's table
 * "Forwarded events". What is not listed here, such as events of the dashboard and orders, cannot be
 * forwarded. The types, which the specification leaves open, are ours. A missing property does not
 * invalidate the event, except the one that names the variant.
 */
export interface EventRule {
  /** Without the prefix. */
  name: string;
  firesWhen: string;
  /** Its own properties, besides the common ones. */
  properties: Record<string, Joi.Schema>;
}

const count = Joi.number().integer().min(0).max(1_000_000);
const text = Joi.string().allow('').max(500);
const label = Joi.string().allow('', null).max(200);
const flag = Joi.boolean();
const shortId = Joi.string().max(64);
const flow = { flow_name: label, flow_id: label, flow_step_name: label };

/** Only the `share_link` variant of `Look Shared` has this property. */
const ofLinks = (rule: Joi.Schema) => rule.when('type', { is: 'share_link', otherwise: Joi.forbidden() });

export const eventMap: readonly EventRule[] = [
  {
    name: 'Session Started',
    firesWhen: 'Once per browser tab session, when the experience loads and analytics bootstraps.',
    properties: {},
  },
  {
    name: 'Session Engaged',
    firesWhen: 'Once per session, 10 seconds after load (shopper still present).',
    properties: {},
  },
  {
    name: 'Try On Started',
    firesWhen: 'Shopper starts try-on generation (photo plus at least one item).',
    properties: { selectedItemCount: count },
  },
  {
    name: 'Try On Completed',
    firesWhen: 'Try-on succeeds and the result screen is shown.',
    properties: { selectedItemCount: count },
  },
  {
    name: 'Try On Failed',
    firesWhen: 'Try-on fails or returns no generated image.',
    properties: { reason: label },
  },
  {
    name: 'Added Item to Look',
    firesWhen: 'Shopper adds a product variant to the look.',
    properties: { productTitle: text },
  },
  {
    name: 'User Photo Uploaded',
    firesWhen: 'Shopper uploads a photo from the device.',
    properties: {},
  },
  {
    name: 'Model Photo Selected',
    firesWhen: 'Shopper picks a photo from the model library.',
    properties: { model_id: label },
  },
  {
    name: 'Flow Step Completed',
    firesWhen: 'With an active guided flow: shopper adds an item and advances.',
    properties: flow,
  },
  {
    name: 'Flow Step Skipped',
    firesWhen: 'With an active guided flow: shopper skips a non-required step.',
    properties: flow,
  },
  {
    name: 'Flow Exited',
    firesWhen: 'With an active guided flow: shopper leaves the flow.',
    properties: flow,
  },
  {
    name: 'Filter Selected',
    firesWhen: 'Free-browse mode (no active flow): shopper selects a category in Filter & Sort.',
    properties: { filter_name: label, filter_scope: label },
  },
  {
    name: 'Sort Selected',
    firesWhen: 'Free-browse mode: shopper changes sort to something other than Featured.',
    properties: { sort_name: label },
  },
  {
    name: 'Search Submitted',
    firesWhen: 'Free-browse mode: shopper submits a catalog search with Enter.',
    properties: { query: text, result_count: count },
  },
  {
    name: 'Try On Edited',
    firesWhen: 'Shopper edits the look from the result screen.',
    properties: { action: Joi.string().valid('edit', 'swap', 'remove').required() },
  },
  {
    name: 'Checkout Clicked',
    firesWhen: 'Shopper taps checkout (or cart handoff in embed `cart` mode).',
    properties: {
      selectedItemCount: count,
      hasStorefrontToken: flag,
      fromSharedLook: flag,
      sharedLookShortId: shortId.allow('', null),
    },
  },
  {
    name: 'Look Shared',
    firesWhen: 'Shopper shares the result.',
    properties: {
      type: Joi.string().valid('share_link', 'share_image').required(),
      shortId: ofLinks(shortId),
      shareUrl: ofLinks(Joi.string().max(2048)),
      usedNativeShare: ofLinks(flag),
      selectedItemCount: count,
    },
  },
  {
    name: 'Shared Look Opened',
    firesWhen: 'When this event is reported through the browser events API.',
    properties: { shortId: shortId.allow('', null) },
  },
];

const prefix = 'Service ';
const byName = new Map(eventMap.map((rule) => [rule.name, rule]));

/** The rule of an event by its name, with or without the prefix; undefined when there is none. */
export function findEvent(name: string): EventRule | undefined {
  return byName.get(name.startsWith(prefix) ? name.slice(prefix.length) : name);
}

/** The name under which an event is forwarded. */
export function forwardedName(name: string): string {
  return prefix + name;
}
