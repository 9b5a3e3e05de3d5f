import type { Command } from 'commander';
import { createPasswordLink, createUser } from '../../shared/identity/create-user.ts';
import { addMember, listMembers } from '../../shared/identity/members.ts';
import { type MemberRole, memberRoles, toRoleNames } from '../../shared/identity/roles.ts';
import { silentLogger } from '../../shared/log.ts';
import { prepareIndexes } from '../../shared/mongodb/indexes/prepare-indexes.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface AddOptions {
  email: string;
  name?: string;
  operator?: boolean;
  account?: string;
  role: string;
  json?: boolean;
}

/** `person add`, `person list` */
export function personCommands(program: Command): void {
  const person = program.command('person').description('People who sign in');
  withJson(
    person
      .command('add')
      .description('make someone an operator or a member of an account; prints a link to choose a password'),
  )
    .requiredOption('--email <address>', 'the e-mail address')
    .option('--name <name>', 'how the person is called; the address when left out')
    .option('--operator', 'the person runs the service')
    .option('--account <id>', 'the account that the person becomes a member of')
    .option('--role <role>', `in that account: ${memberRoles.join(', ')}`, 'owner')
    .action(add);
  withJson(person.command('list').description('list the members of an account'))
    .requiredOption('--account <id>', 'the account')
    .action(list);
}

const isMemberRole = (role: string): role is MemberRole => memberRoles.some((each) => each === role);

async function add(options: AddOptions): Promise<void> {
  const { email, name = email, operator = false, account, role } = options;
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new AdminError(`"${email}" is no e-mail address.`);
  if (!operator && account === undefined) throw new AdminError('Give --operator, --account or both.');
  if (!isMemberRole(role)) throw new AdminError(`--role must be one of ${memberRoles.join(', ')}.`);
  const added = await withDatabase(async (database, { BASE_URL }) => {
    await prepareIndexes(database, { build: false, log: silentLogger() });
    if (account !== undefined && !(await database.accounts.exists({ _id: account })))
      throw new AdminError(`There is no account ${account}; see account list.`);
    const { _id: userId } = await createUser(database, { email, name });
    if (operator) await database.users.updateOne({ _id: userId }, { $set: { isOperator: true } });
    if (account !== undefined) await addMember(database.members, { account, user: userId, roles: [role] });
    return { userId, link: BASE_URL + (await createPasswordLink(database, userId)) };
  });
  print(options, added, () => `${email} chooses a password here, within an hour:\n${added.link}`);
}

async function list(options: { account: string; json?: boolean }): Promise<void> {
  const members = await withDatabase(async (database) => {
    const team = await listMembers(database.members, options.account);
    const users = await database.users.find({ _id: { $in: team.map(({ user }) => user) } }).lean();
    const byId = new Map(users.map((user) => [user._id, user]));
    return team.map(({ user, roles }) => {
      const { email = '', name = '' } = byId.get(user) ?? {};
      return { userId: user, email, name, roles };
    });
  });
  print(options, { members }, () =>
    formatTable(
      ['USER', 'EMAIL', 'NAME', 'ROLES'],
      members.map(({ userId, email, name, roles }) => [userId, email, name, toRoleNames(roles)]),
    ),
  );
}
