import type { Request } from 'express';
import { type Audit, createAudit } from '../../shared/audit/audit.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { StaffRules } from '../../shared/identity/staff.ts';
import type { Logger } from '../../shared/log.ts';
import type { Mailer } from '../../shared/mail/mailer.ts';
import type { WebFiles } from '../assets/web-files.ts';
import type { ApiBackends } from '../backends.ts';
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts';
import { createChallenges } from './challenges.ts';
import { createIdentity, type Identity } from './identity.ts';
import { createIdentityMails, type IdentityMails } from './mails.ts';
import { createPasskeyCeremonies, type PasskeyCeremonies } from './passkey-ceremonies.ts';
import { createPeople, type People } from './people.ts';
import { createStaffSignIn, type StaffSignIn } from './staff-sign-in.ts';

/** The dependencies of the routes for people. */
export interface IdentityDependencies {
  identity: Identity;
  people: People;
  attempts: AttemptLimits;
  passkeys: PasskeyCeremonies;
  /** Undefined where people of the service sign in here alone. */
  staff: StaffSignIn | undefined;
  mails: IdentityMails;
  mailer: Mailer;
  audit: Audit;
  database: Database;
  config: Pick<Config, 'BASE_URL' | 'DEVELOPERS_URL' | 'SIGN_UP' | 'NODE_ENV' | 'SMTP_URL'> & StaffRules;
  log: Logger;
  web: () => WebFiles;
  /** Responses that would tell by their time who has a user take at least this long, in milliseconds. */
  floorMs: number;
}

/** Longer than what any of them takes on a machine that is not overloaded. */
const defaultFloorMs = 500;

export function identityDependencies(
  config: Config,
  {
    database,
    producer: connection,
    secrets,
    log,
    mailer,
  }: Pick<ApiBackends, 'database' | 'producer' | 'secrets' | 'log' | 'mailer'>,
  web: () => WebFiles,
): IdentityDependencies {
  const mails = createIdentityMails(mailer, config.BASE_URL);
  const identity = createIdentity({ config, database, secrets, mails, log });
  const { members, accounts, audit: entries, verifications, passkeys } = database;
  const challenges = createChallenges({ signer: secrets.signer('challenges'), verifications });
  return {
    identity,
    people: createPeople({ identity, members, accounts, signer: secrets.signer('forms') }),
    attempts: createAttemptLimits({ connection, prefix: config.QUEUE_PREFIX }),
    passkeys: createPasskeyCeremonies({ baseUrl: config.BASE_URL, challenges, passkeys, log }),
    staff: createStaffSignIn({ config, challenges, signer: secrets.signer('staff sign-in'), log }),
    mails,
    mailer,
    audit: createAudit({ entries, retentionDays: config.AUDIT_RETENTION_DAYS, log }),
    database,
    config,
    log,
    web,
    floorMs: config.NODE_ENV === 'test' ? 0 : defaultFloorMs,
  };
}

/** Returns true if a page shows the mails: in development without a mail server, to the machine itself. */
export function showsMails({ config }: Pick<IdentityDependencies, 'config'>, req: Request): boolean {
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(req.socket.remoteAddress ?? '');
  const isProxied = req.get('x-forwarded-for') !== undefined;
  return config.NODE_ENV !== 'production' && config.SMTP_URL === '' && isLocal && !isProxied;
}
