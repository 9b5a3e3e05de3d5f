import type { StoreCaps } from '../../shared/stores/store-settings.ts';
import { dayMs, hourMs } from '../../shared/time.ts';
import { widerNetworks } from '../http/client-address.ts';

/** The visitor and network that a try-on counts for. */
export interface CapSubject {
  store: string;
  visitor: string;
  /** As `clientAddress` returns it. */
  address: string;
  /** True if the visitor first came on an earlier day (UTC). */
  returning: boolean;
  /** The render of which this is the free second attempt. */
  secondOf?: string;
}

export type CapName =
  | 'perVisitor'
  | 'perResult'
  | 'perAddress'
  | 'perNetwork'
  | 'perSite'
  | 'perStore'
  | 'newcomersPerDay'
  | 'newcomersPerHour';

export interface CapCounter {
  name: CapName;
  /** Subject of the counter, unique within its store and period. */
  id: string;
  /** `once`: for as long as a result can have its second attempt. */
  period: 'day' | 'hour' | 'once';
  /** Try-ons that hold a place; Infinity where the subject is not bounded by it. */
  max: number;
}

/** Places of a /56 and a /48 of IPv6, as a multiple of those of one address: a line has one of them. */
const networkTimes = 2;
const siteTimes = 4;

/**
 * Shares of the store's cap that newcomers may use in a day and in an hour; the rest is for visitors who first came on
 * an earlier day.
 */
const newcomerShare = 0.8;
const newcomerShareOfHour = 1 / 6;

/**
 * Returns the counters of a subject, in the order in which they are checked. No line takes more than half of the
 * store's cap, however many addresses it has; newcomers take the cap hour by hour, and leave a share of it. What the
 * merchant allows one address is always allowed.
 */
export function countersFor(subject: CapSubject, caps: StoreCaps): CapCounter[] {
  const { address, returning } = subject;
  const { perAddress, perStore } = caps;
  const [network, site] = widerNetworks(address);
  const ofLine = (times: number) =>
    Math.max(perAddress, Math.min(perAddress * times, Math.ceil(perStore / 2)));
  const ofNewcomers = (share: number) =>
    returning ? Infinity : Math.max(perAddress, Math.ceil(perStore * share));
  return [
    ownCounter(subject, caps),
    { name: 'perAddress', id: `a:${address}`, period: 'day', max: perAddress },
    { name: 'perNetwork', id: `n:${network}`, period: 'day', max: ofLine(networkTimes) },
    { name: 'perSite', id: `n:${site}`, period: 'day', max: ofLine(siteTimes) },
    { name: 'perStore', id: 'all', period: 'day', max: perStore },
    { name: 'newcomersPerDay', id: 'new', period: 'day', max: ofNewcomers(newcomerShare) },
    { name: 'newcomersPerHour', id: 'new', period: 'hour', max: ofNewcomers(newcomerShareOfHour) },
  ];
}

/** Returns the counter of a visitor's own try-ons of the day; a free second attempt has one of its own instead. */
export function ownCounter(
  { visitor, secondOf }: Pick<CapSubject, 'visitor' | 'secondOf'>,
  { perVisitor }: Pick<StoreCaps, 'perVisitor'>,
): CapCounter {
  return secondOf === undefined
    ? { name: 'perVisitor', id: `v:${visitor}`, period: 'day', max: perVisitor }
    : { name: 'perResult', id: `r:${secondOf}`, period: 'once', max: 1 };
}

/** Seconds until the period (UTC) of a cap ends. */
export function secondsToReset(name: CapName, now: number = Date.now()): number {
  const periodMs = name === 'newcomersPerHour' ? hourMs : dayMs;
  return Math.ceil((periodMs - (now % periodMs)) / 1000);
}
