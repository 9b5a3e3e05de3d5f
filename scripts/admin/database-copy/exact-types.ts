/** Options of reads that keep int32, int64 and double apart, so that a document is written as it was read. */
export const exactTypes = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;
