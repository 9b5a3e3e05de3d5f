/**
 * The renders that API keys show: those that API calls started. What shoppers started for a store of the account
 * shows shoppers, so no key reads its pictures; the ledger has its charges.
 */
export const madeWithKeys = { tryOn: { $exists: false } } as const;
