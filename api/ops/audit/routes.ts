import Joi from 'joi';
import { listAllAudit } from '../../../shared/audit/list-audit.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { auditPage } from './audit-page.tsx';

const pageSize = 50;

const getAudit = defineRoute({
  ...pageFacts,
  id: 'getOpsAudit',
  path: '/ops/audit',
  access: 'operator',
  summary: 'Changes of every account',
  query: Joi.object<{ before?: string }>({ before: Joi.string().max(128).empty('') }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const found = await listAllAudit(database.audit, { before: query.before, limit: pageSize + 1 });
    const entries = found.slice(0, pageSize);
    const next = found.length > pageSize ? entries.at(-1)?._id : undefined;
    sendPage(res, auditPage({ person, entries, next }, web().build.ops));
  },
});

export const operatorAuditRoutes = [getAudit];
