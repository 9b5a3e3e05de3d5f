import Joi from 'joi';
import { listAudit } from '../../shared/audit/list-audit.ts';
import { pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import { sendPage } from '../identity/send-page.ts';
import { auditPage } from './audit-page.tsx';

const pageSize = 50;

const getAudit = defineRoute({
  ...pageFacts,
  id: 'getAudit',
  path: '/developers/audit',
  access: 'owner',
  summary: 'Changes in an account',
  query: Joi.object<{ before?: string }>({ before: Joi.string().isoDate() }).unknown(),
  handle: async ({ database, web }: IdentityDependencies, { res, person, query }) => {
    const before = query.before === undefined ? {} : { before: new Date(query.before) };
    const entries = await listAudit(database.audit, person.account.id, { ...before, limit: pageSize });
    const last = entries.at(-1)?.at.toISOString();
    const next = entries.length === pageSize && last ? { next: `/developers/audit?before=${last}` } : {};
    sendPage(res, auditPage({ person, entries, ...next }, web().build.rooms));
  },
});

export const auditRoutes = [getAudit];
