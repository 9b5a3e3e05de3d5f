import Joi from 'joi';

/** Rules for the values of environment variables, each with the form that a wrong value should have. */

export const seconds = (low: number, high: number) => Joi.number().min(low).max(high).unit('seconds');
export const whole = (low: number, high: number) => Joi.number().integer().min(low).max(high);
export const text = () => Joi.string().allow('');

export const splitEntries = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

export const list = () => Joi.string().custom(splitEntries);

/** Creates a rule for an absolute http(s) URL without query and fragment, to which paths are appended. */
export const httpUrl = ({ fragment = false } = {}) =>
  Joi.string().custom((value: string, helpers) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isBase = url?.search === '' && (fragment || url.hash === '');
    const usable = url && /^https?:$/.test(url.protocol) && isBase;
    return usable
      ? value
      : helpers.message({ custom: '{{#label}} must be an http(s) URL such as https://example.com' });
  });

const hostForm = /^(?:\[[\da-fA-F:.]+\]|[\w.-]+)(?::\d{1,5})?$/;

/** Creates a rule for a comma list of hosts, each with a port if it is not the usual one. */
export const hostList = () =>
  Joi.string().custom((value: string, helpers) => {
    const hosts = splitEntries(value);
    if (hosts.every((host) => hostForm.test(host) && URL.canParse(`redis://${host}`))) return hosts;
    return helpers.message({ custom: '{{#label}} must be a comma list of host or host:port' });
  });

/** A URL ends its credentials at the first of these characters, and takes what follows for the host. */
const cutPassword = /^rediss?:\/\/(?:.*@.*@|[^@]*[/?#].*@|.*#)/;

const redisSchemes = new Set(['redis:', 'rediss:', 'unix:']);

export const redisAddress = () =>
  Joi.string().custom((value: string, helpers) => {
    if (cutPassword.test(value))
      return helpers.message({
        custom:
          '{{#label}} has a password with @, /, # or ?; percent-encode them, or use hexadecimal digits only',
      });
    if (URL.canParse(value) && redisSchemes.has(new URL(value).protocol)) return value;
    return helpers.message({
      custom: '{{#label}} must be redis://, rediss:// or unix://, such as redis://host:6379',
    });
  });

/**
 * Matches MongoDB connection strings: several hosts, credentials, `+srv`, IPv6 and percent-encoded sockets. The
 * database name is required: without one, everything would be in the database `test`.
 */
const mongodbForm = /^mongodb(?:\+srv)?:\/\/(?:[^@/\s]+@)?[^@,/?\s]+(?:,[^@,/?\s]+)*\/[^/?\s]+(?:\?\S*)?$/;
const withoutDatabase = /^mongodb(?:\+srv)?:\/\/[^/\s]+(?:\/(?:\?\S*)?)?$/;

export const mongodbAddress = () =>
  Joi.string().custom((value: string, helpers) => {
    if (mongodbForm.test(value)) return value;
    const problem = withoutDatabase.test(value)
      ? 'has no database name; add one after the hosts'
      : 'is not a MongoDB address';
    return helpers.message({
      custom: `{{#label}} ${problem}: mongodb://[user:password@]host[:port][,…]/DATABASE`,
    });
  });

/** A comma list of `credits=price`. */
export const creditPacks = () =>
  Joi.string().custom((value: string, helpers) => {
    const packs = splitEntries(value);
    if (packs.length > 0 && packs.every((pack) => /^[1-9]\d{0,6}=\d{1,7}(\.\d{1,3})?$/.test(pack)))
      return packs;
    return helpers.message({ custom: '{{#label}} must be a comma list of credits=price, such as 100=19.00' });
  });
