/**
 * The limits of a render's CPU time, as a multiple of what it costs the bare server in the same run, and of the
 * database commands that it sends. The ratios are about 1.7 times those measured: what is worse is a regression, not noise.
 */
export const renderBudget = {
  budgetCallers: 8,
  cpuRatio: { tiny: 5, real: 2.4 },
  /** Of a live key's plain call. On a slow machine polls and what many renders share add to each. */
  mongo: {
    api: {
      'find apiKeys': 1,
      'find accounts': 2,
      'find renders': 3,
      'insert renders': 1,
      'update accounts': 1,
      'findAndModify renders': 1,
      'update renders': 1,
      'update apiKeys': 1,
    },
    worker: { 'findAndModify renders': 2, 'insert ledger': 1, 'update accounts': 1 },
  },
} as const;
