import type { Database } from '../../../shared/database/database.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

/** The facts that all routes of operator tokens share. */
export const operatorFacts = { tag: 'Operations', access: 'operator token', cache: 'no-store' } as const;

export type OperatorApiDependencies = OperatorDependencies & Pick<Database, 'operatorTokens'>;
