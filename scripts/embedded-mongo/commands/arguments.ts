import { Long } from 'bson';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import type { Command, CommandCall } from './context.ts';

/** Options any command takes. Sessions are accepted; a read preference means nothing with one server. */
const generic = new Set([
  'lsid',
  '$db',
  '$readPreference',
  '$clusterTime',
  'comment',
  'maxTimeMS',
  'writeConcern',
  'readConcern',
  'txnNumber',
  'startTransaction',
  'autocommit',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'collation',
]);
const readLevels = new Set(['local', 'available', 'majority']);

/** Rejects options that the command would otherwise have to ignore. */
export function checkOptions({ name, body }: CommandCall, { options, inert = [] }: Command): void {
  for (const field of Object.keys(body)) {
    if (field === name || options.includes(field) || generic.has(field)) continue;
    if (!inert.includes(field)) throw failures.unknownOption(name, field);
    if (asksForSomething(body[field])) throw failures.unsupportedOption(name, field);
  }
  if ('txnNumber' in body || 'startTransaction' in body || 'autocommit' in body)
    throw failures.transactionsUnsupported();
  checkCollation(name, body.collation);
  checkConcerns(name, body);
}

function asksForSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return !(isDoc(value) && Object.keys(value).length === 0);
}

/** Strings compare by their bytes here, as in the simple collation. */
export function checkCollation(name: string, collation: unknown): void {
  if (collation === undefined || collation === null) return;
  if (isDoc(collation) && collation.locale === 'simple') return;
  throw failures.unsupportedOption(name, 'collation');
}

function checkConcerns(name: string, { writeConcern, readConcern, apiVersion }: Doc): void {
  const level = (readConcern as Doc | undefined)?.level;
  if (level !== undefined && !readLevels.has(String(level)))
    throw failures.unsupportedOption(name, `readConcern.level '${level}'`);
  const w = (writeConcern as Doc | undefined)?.w;
  if (typeof w === 'number' && w > 1)
    throw failures.badValue("cannot use 'w' > 1 when a host is not replicated");
  if (typeof w === 'string' && w !== 'majority')
    throw failures.badValue(`unrecognized write concern mode: ${w}`);
  if (apiVersion !== undefined && apiVersion !== '1') throw new MongoFailure(322, 'API version must be "1"');
}

/** Typed access to the options of a command; each throws TypeMismatch naming the field. */
export function getCollection({ name, body, database }: CommandCall): string {
  const collection = body[name];
  if (typeof collection !== 'string') throw failures.invalidNamespace(`${database}.${String(collection)}`);
  return `${database}.${collection}`;
}

export function docOption(call: CommandCall, field: string): Doc | undefined {
  const value = call.body[field];
  if (value === undefined || value === null) return undefined;
  if (!isDoc(value)) throw failures.wrongType(`${call.name}.${field}`, typeName(value), 'object');
  return value;
}

export function docsOption(call: CommandCall, field: string): Doc[] {
  const value = call.body[field];
  if (value === undefined) throw failures.missingField(call.name, field);
  if (!Array.isArray(value) || !value.every(isDoc))
    throw failures.wrongType(`${call.name}.${field}`, typeName(value), 'array');
  return value;
}

export function stringOption(call: CommandCall, field: string): string {
  const value = call.body[field];
  if (value === undefined) throw failures.missingField(call.name, field);
  if (typeof value !== 'string') throw failures.wrongType(`${call.name}.${field}`, typeName(value), 'string');
  return value;
}

/** Returns a count; undefined when absent. Negative numbers throw unless `negative` allows them. */
export function countOption(call: CommandCall, field: string, negative = false): number | undefined {
  const given = call.body[field];
  if (given === undefined || given === null) return undefined;
  const value = given instanceof Long ? given.toNumber() : given;
  if (typeof value !== 'number') throw failures.wrongType(`${call.name}.${field}`, typeName(value), 'number');
  if (value < 0 && !negative)
    throw new MongoFailure(51024, `BSON field '${field}' value must be >= 0, actual value '${value}'`);
  return Math.trunc(value);
}
