/**
 * The limits of a render's CPU time, as a multiple of what it costs the bare server in the same run, and of the
 * database commands that it sends. The ratios are about 1.7 times those measured: what is worse is a regression, not noise.
 */
export const renderBudget = {
  budgetCallers: 8,
  cpuRatio: { tiny: 5, real: 2.4 },
  /** Of a live key's plain call. The last of the API is one for many renders. */
  mongo: {
    api: {
      'find apiKeys': 1,
      'find accounts': 2,
      'find renders': 2,
      'insert renders': 1,
      'update accounts': 1,
      'findAndModify renders': 1,
      'update renders': 1,
    },
    worker: { 'findAndModify renders': 2, 'insert ledger': 1, 'update accounts': 1 },
  },
} as const;
