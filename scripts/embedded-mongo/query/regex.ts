import { BSONRegExp } from 'bson';
import { failures, MongoFailure } from '../errors.ts';

const translatable = /^[imsu]*$/;

/**
 * Returns a regular expression of a document or a query as JavaScript's. Throws BadValue for `x` and for patterns only
 * PCRE reads.
 */
export function toRegExp(pattern: unknown, options = ''): RegExp {
  const source = pattern instanceof BSONRegExp ? pattern.pattern : pattern;
  const flags = options || (pattern instanceof BSONRegExp ? pattern.options : '');
  if (typeof source !== 'string') throw failures.badValue('$regex has to be a string');
  if (!translatable.test(flags)) throw failures.badValue(`invalid flag in regex options: ${flags}`);
  const unknown = /\\[AZzGQEKRhHvVX]|\[:\w+:\]/.exec(source);
  if (unknown) throw failures.badValue(`the embedded database does not translate ${unknown[0]} of PCRE`);
  try {
    return new RegExp(translateEnd(source, flags), [...new Set(flags.replace('u', ''))].join(''));
  } catch {
    throw new MongoFailure(51091, `Regular expression is invalid: ${source}`);
  }
}

/** Without the flag `m`, `$` of PCRE also matches before a newline that ends the text. */
function translateEnd(source: string, flags: string): string {
  if (flags.includes('m')) return source;
  return source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]])*\]|\$/g, (part) =>
    part === '$' ? '(?=\\n?(?![\\s\\S]))' : part,
  );
}
