/** MongoDB's own error codes and messages: every error that a client can see is made here. */
const codeNames = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  59: 'CommandNotFound',
  64: 'WriteConcernTimeout',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  115: 'CommandNotSupported',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  189: 'PrimarySteppedDown',
  197: 'InvalidIndexSpecificationOption',
  238: 'NotImplemented',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  10334: 'BSONObjectTooLarge',
  10107: 'NotWritablePrimary',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11602: 'InterruptedDueToReplStateChange',
  14031: 'OutOfDiskSpace',
} as const satisfies Record<number, string>;

/** An error sent with MongoDB's code and, for duplicate keys, the offending key. */
export class MongoFailure extends Error {
  readonly code: number;
  readonly details: Record<string, unknown>;
  constructor(code: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'MongoFailure';
    this.code = code;
    this.details = details;
  }
}

/** MongoDB calls codes without a name `Location<code>`. */
const codeName = (code: number): string => (codeNames as Record<number, string>)[code] ?? `Location${code}`;

const make =
  (code: number, text: (...parts: string[]) => string) =>
  (...parts: string[]): MongoFailure =>
    new MongoFailure(code, text(...parts));

export const failures = {
  tooDeep: make(
    15,
    (levels) => `cannot convert document to BSON because it exceeds ${levels} levels of nesting`,
  ),
  badValue: make(2, (message) => message),
  failedToParse: make(9, (message) => message),
  typeMismatch: make(14, (message) => message),
  unknownCommand: make(59, (name) => `no such command: '${name}'`),
  unknownOption: make(40415, (command, field) => `BSON field '${command}.${field}' is an unknown field.`),
  unsupportedOption: make(
    238,
    (command, field) => `the embedded database does not implement ${command}.${field}`,
  ),
  missingField: make(
    40414,
    (command, field) => `BSON field '${command}.${field}' is missing but a required field`,
  ),
  wrongType: make(
    14,
    (path, got, expected) => `BSON field '${path}' is the wrong type '${got}', expected type '${expected}'`,
  ),
  unknownOperator: make(2, (name) => `unknown operator: ${name}`),
  unknownTopLevelOperator: make(
    2,
    (name) =>
      `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  ),
  unknownModifier: make(
    9,
    (name) =>
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
  ),
  unknownStage: make(40324, (name) => `Unrecognized pipeline stage name: '${name}'`),
  unknownExpression: make(168, (name) => `Unrecognized expression '${name}'`),
  unknownAccumulator: make(15952, (name) => `unknown group operator '${name}'`),
  transactionsUnsupported: make(
    20,
    () => 'Transaction numbers are only allowed on a replica set member or mongos',
  ),
  namespaceNotFound: make(26, (namespace) => `ns not found ${namespace}`),
  namespaceExists: make(48, (namespace) => `Collection ${namespace} already exists.`),
  invalidNamespace: make(73, (namespace) => `Invalid namespace specified '${namespace}'`),
  indexNotFound: make(27, (name) => `index not found with name [${name}]`),
  cannotCreateIndex: make(67, (message) => message),
  indexOptionsConflict: make(85, (message) => message),
  indexKeyConflict: make(86, (message) => message),
  invalidIndexOption: make(197, (message) => message),
  parallelArrays: make(171, (one, two) => `cannot index parallel arrays [${one}] [${two}]`),
  cursorNotFound: make(43, (id) => `cursor id ${id} not found`),
  pathNotViable: make(28, (field, element) => `Cannot create field '${field}' in element ${element}`),
  conflictingUpdate: make(
    40,
    (path, other) => `Updating the path '${path}' would create a conflict at '${other}'`,
  ),
  immutableId: make(
    66,
    () => "Performing an update on the path '_id' would modify the immutable field '_id'",
  ),
  invalidId: make(53, (type) => `The '_id' value cannot be of type ${type}`),
  dollarField: make(
    52,
    (field, path) =>
      `The dollar ($) prefixed field '${field}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  ),
  documentTooLarge: make(
    10334,
    (size) => `BSONObj size: ${size} is invalid. Size must be between 0 and 16793600(16MB)`,
  ),
  dataCapReached: make(
    14031,
    (megabytes) =>
      `the embedded database is full (${megabytes} MB): delete data, raise EMBEDDED_MONGO_MEGABYTES (--max-megabytes), or set MONGODB_URI to a real MongoDB`,
  ),
  resultTooLarge: make(
    292,
    (stage) => `Exceeded memory limit for ${stage}, and the embedded database never spills to disk`,
  ),
  timeLimit: make(50, () => 'operation exceeded time limit'),
  badHint: make(
    2,
    () =>
      'error processing query: planner returned error: hint provided does not correspond to an existing index',
  ),
};

/** E11000 with keyPattern and keyValue, which drivers and mongoose read. `dupKey` is the key in shell notation. */
export function duplicateKey(
  namespace: string,
  index: { name: string; key: Record<string, unknown> },
  keyValue: Record<string, unknown>,
  dupKey: string,
): MongoFailure {
  return new MongoFailure(
    11000,
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${dupKey}`,
    { keyPattern: index.key, keyValue },
  );
}

/** Returns the fields of an error reply or of one entry of writeErrors. */
export function failureFields(error: unknown): Record<string, unknown> {
  if (error instanceof MongoFailure) {
    return { errmsg: error.message, code: error.code, codeName: codeName(error.code), ...error.details };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { errmsg: message, code: 1, codeName: 'InternalError' };
}
