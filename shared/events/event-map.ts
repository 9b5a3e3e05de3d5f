import Joi from 'joi';
import type { EventName, EventProperties } from '../try-on/event-properties.ts';
import {
  count,
  flag,
  label,
  longText,
  ofVariant,
  oneOf,
  type PropertyRule,
  shortId,
  url,
  whenPresent,
} from './property-rules.ts';

/**
 * The events that the browser may report and that are forwarded, as in the specification's table
 * "Forwarded events". What is not listed here, such as events of the dashboard and orders, cannot be
 * forwarded. The types, which the specification leaves open, are ours.
 */
export interface EventRule {
  /** Without the prefix. */
  name: string;
  firesWhen: string;
  /** Its own properties, besides the common ones. A missing or unreadable one is left out of the event. */
  properties: Record<string, PropertyRule>;
  /** Rules for the properties that the event requires; checked on the properties as they were read. */
  required?: Joi.ObjectSchema;
}

type Keys<Properties> = Properties extends unknown ? keyof Properties : never;
type ValueOf<Properties, Key> = Properties extends unknown
  ? Key extends keyof Properties
    ? NonNullable<Properties[Key]>
    : never
  : never;

/** A rule with exactly the properties that the event's type has. */
type TypedRule = {
  [Name in EventName]: Omit<EventRule, 'name' | 'properties'> & {
    name: Name;
    properties: {
      [Key in Keys<EventProperties[Name]>]-?: PropertyRule<ValueOf<EventProperties[Name], Key>>;
    };
  };
}[EventName];

const flow = { flow_name: label('Living room'), flow_id: label('flow-1'), flow_step_name: label('Sofa') };

const actions = ['edit', 'swap', 'remove'] as const;
const shareTypes = ['share_link', 'share_image'] as const;

const ofLink = <Rule extends PropertyRule>(rule: Rule) => ofVariant('share_link', rule);
const inLink = (rule: Joi.Schema) =>
  rule.required().when('type', { is: 'share_link', otherwise: Joi.optional() });

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
    properties: { selectedItemCount: count(2) },
  },
  {
    name: 'Try On Completed',
    firesWhen: 'Try-on succeeds and the result screen is shown.',
    properties: { selectedItemCount: count(2) },
  },
  {
    name: 'Try On Failed',
    firesWhen: 'Try-on fails or returns no generated image.',
    properties: { reason: label('no_product_images') },
  },
  {
    name: 'Added Item to Look',
    firesWhen: 'Shopper adds a product variant to the look.',
    properties: { productTitle: longText('Linen sofa') },
  },
  {
    name: 'User Photo Uploaded',
    firesWhen: 'Shopper uploads a photo from the device.',
    properties: {},
  },
  {
    name: 'Model Photo Selected',
    firesWhen: 'Shopper picks a photo from the model library.',
    properties: { model_id: label('model-3') },
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
    properties: { filter_name: label('Sofas'), filter_scope: label('category') },
  },
  {
    name: 'Sort Selected',
    firesWhen: 'Free-browse mode: shopper changes sort to something other than Featured.',
    properties: { sort_name: label('price-low') },
  },
  {
    name: 'Search Submitted',
    firesWhen: 'Free-browse mode: shopper submits a catalog search with Enter.',
    properties: { query: longText('green sofa'), result_count: count(12) },
  },
  {
    name: 'Try On Edited',
    firesWhen: 'Shopper edits the look from the result screen.',
    properties: { action: oneOf(actions) },
    required: Joi.object({ action: Joi.valid(...actions).required() }).unknown(),
  },
  {
    name: 'Checkout Clicked',
    firesWhen: 'Shopper taps checkout (or cart handoff in embed `cart` mode).',
    properties: {
      selectedItemCount: count(2),
      hasStorefrontToken: flag(true),
      fromSharedLook: flag(true),
      sharedLookShortId: whenPresent(shortId('a1b2c3')),
    },
  },
  {
    name: 'Look Shared',
    firesWhen: 'Shopper shares the result.',
    properties: {
      type: oneOf(shareTypes),
      shortId: ofLink(shortId('a1b2c3')),
      shareUrl: ofLink(url('https://acme.example/?share=a1b2c3')),
      usedNativeShare: ofLink(flag(true)),
      selectedItemCount: count(2),
    },
    required: Joi.object({
      type: Joi.valid(...shareTypes).required(),
      shortId: inLink(Joi.string()),
      shareUrl: inLink(Joi.string()).messages({ 'any.required': '{#label} must be an http(s) URL' }),
      usedNativeShare: inLink(Joi.boolean()),
      selectedItemCount: inLink(Joi.number()),
    }).unknown(),
  },
  {
    name: 'Shared Look Opened',
    firesWhen: 'When this event is reported through the browser events API.',
    properties: { shortId: whenPresent(shortId('a1b2c3')) },
  },
] satisfies readonly TypedRule[];

const prefix = 'Service ';
const byName = new Map(eventMap.map((rule) => [rule.name, rule]));

/** Finds the rule of an event by its name, with or without the prefix; undefined when there is none. */
export function findEvent(name: string): EventRule | undefined {
  return byName.get(name.startsWith(prefix) ? name.slice(prefix.length) : name);
}

/** Returns the name under which an event is forwarded. */
export function forwardedName(name: string): string {
  return prefix + name;
}
