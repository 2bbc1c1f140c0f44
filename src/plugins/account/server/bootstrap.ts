import type { Knex } from 'knex';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  type Definition,
  createSearchIndex,
  createStatementTrigger,
} from '#platform/database/installer';
import { normalizeEmail } from '#platform/http/email-address';
import { normalizeUsers } from './lifecycles';
import { prepareComparing } from './passwords';
import { prepareStudentRoles } from './roles';
import { USER } from './users';
import { accountSettings } from '../settings';
import { createTableLookup } from '#platform/strapi/tables';
import { BUSINESS_LINE } from '#catalogue/business-line';

const DELETED = 'account_users_deleted()';

/** Content types whose rows belong to a user and have the user's id as their number. */
const TYPES_OF_USERS = [
  'plugin::account.reset-code',
  'plugin::account.known-network',
  'plugin::account.renewable-login',
] as const;

/**
 * Returns the trigger that deletes the codes, networks and logins of deleted users. These have no
 * foreign key, and would stay for up to a year.
 */
const createDeletionDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const getTableName = (uid: string): string => strapi.db.metadata.get(uid).tableName;
  const deletions = TYPES_OF_USERS.map(
    (uid) => `  DELETE FROM ${getTableName(uid)} WHERE user_number IN (SELECT id FROM old_rows);`,
  );
  return [
    {
      kind: 'function',
      name: DELETED,
      create: `CREATE OR REPLACE FUNCTION ${DELETED} RETURNS trigger AS $$
BEGIN
${deletions.join('\n')}
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    createStatementTrigger({
      prefix: 'account',
      table: getTableName(USER),
      event: 'DELETE',
      call: DELETED,
    }),
  ];
};

const LINE_RENAMED = 'account_line_renamed()';

/**
 * Returns the trigger that keeps students with their business line when its slug changes. Accounts
 * store only the slug, which can be given to another line: its e-mails would go to these students.
 */
const createLineRenameDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const users = createTableLookup({ strapi })(USER);
  const lines = createTableLookup({ strapi })(BUSINESS_LINE);
  const vertical = users.column('vertical');
  const slug = lines.column('slug');
  return [
    {
      kind: 'function',
      name: LINE_RENAMED,
      create: `CREATE OR REPLACE FUNCTION ${LINE_RENAMED} RETURNS trigger AS $$
BEGIN
  UPDATE ${users.name} SET ${vertical} = NEW.${slug} WHERE ${vertical} = OLD.${slug};
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    {
      kind: 'trigger',
      name: 'account_line_renamed',
      table: lines.name,
      create:
        `CREATE TRIGGER account_line_renamed AFTER UPDATE OF ${slug} ON ${lines.name} FOR EACH ROW ` +
        `WHEN (OLD.${slug} IS DISTINCT FROM NEW.${slug}) EXECUTE FUNCTION ${LINE_RENAMED}`,
    },
  ];
};

/**
 * Returns the indexes and the trigger of the table of users. Unique indexes allow one account per
 * e-mail regardless of case, because a check before the insert misses concurrent inserts. They are
 * defined here because a model can index only whole columns.
 *
 * Two more indexes keep lists fast with hundreds of thousands of users. They serve the panel's
 * list, newest first, and the list of users by time of change.
 */
export const createAccountDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const table = strapi.db.metadata.get(USER).tableName;
  const unique = ['email', 'username'].map((column): Definition => {
    const name = `${table}_${column}_unique`;
    const create = `CREATE UNIQUE INDEX ${name} ON ${table} (lower(${column}))`;
    return { kind: 'index', name, table, create };
  });
  const inOrder = Object.entries({ created: 'created_at DESC, id', updated: 'updated_at, id' }).map(
    ([purpose, columns]): Definition => {
      const name = `${table}_${purpose}_ix`;
      return {
        kind: 'index',
        name,
        table,
        create: `CREATE INDEX ${name} ON ${table} (${columns})`,
      };
    },
  );
  return [
    ...unique,
    ...inOrder,
    ...createSearchIndex({ strapi }, USER),
    ...createDeletionDefinitions({ strapi }),
    ...createLineRenameDefinitions({ strapi }),
  ];
};

/**
 * Marks addresses as unconfirmed that neither a code nor an administrator has proven, because
 * earlier releases confirmed everybody who registered. Accounts that were registered here have the
 * origin `local`. Others were confirmed by a reset code after the migration, or manually.
 *
 * This runs at every start, because an earlier release may write to the database in the meantime
 * and stores no time either.
 */
const unconfirmUnprovenAddresses = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
): Promise<void> => {
  const queryUnprovenUsers = () =>
    trx(strapi.db.metadata.get(USER).tableName)
      .where({ confirmed: true })
      .whereNull('confirmed_at');
  const recalled = await queryUnprovenUsers()
    .where({ origin: 'local' })
    .update({ confirmed: false });
  await queryUnprovenUsers().update({ confirmed_at: new Date() });
  if (recalled > 0) {
    strapi.log.info(
      `account: ${recalled} unproven addresses count as unconfirmed until their owners confirm them`,
    );
  }
};

/**
 * Stores one street line under both names in addresses of earlier releases. Profiles are changed
 * after the registration, so `address` is newer. This runs at every start, because a node of an
 * earlier release may write in the meantime.
 */
const joinStreets = async ({ strapi }: WithStrapi, trx: Knex.Transaction): Promise<void> => {
  for (const column of ['billing_address', 'mailing_address']) {
    await trx.raw(
      `UPDATE ?? AS u SET ?? = u.?? || jsonb_build_object('street', line, 'address', line), updated_at = ?
       FROM (SELECT id, coalesce(nullif(??->>'address', ''), ??->>'street') AS line FROM ??
             WHERE jsonb_typeof(??) = 'object' AND ??->>'street' IS DISTINCT FROM ??->>'address') AS s
       WHERE u.id = s.id`,
      [
        ...[strapi.db.metadata.get(USER).tableName, column, column, new Date(), column, column],
        ...[strapi.db.metadata.get(USER).tableName, column, column, column],
      ],
    );
  }
};

/**
 * Normalises e-mail addresses with non-ASCII letters that the panel of an earlier release stored
 * unchanged.
 */
const normalizeStoredEmails = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
): Promise<void> => {
  const queryUsers = () => trx(strapi.db.metadata.get(USER).tableName);
  const rows = await queryUsers()
    .whereRaw(`email ~ '[^ -~]'`)
    .select<{ id: number; email: string }[]>('id', 'email');
  for (const { id, email } of rows) {
    const spelled = normalizeEmail(email);
    if (spelled === email) continue;
    const [other] = await queryUsers().where({ email: spelled }).select<{ id: number }[]>('id');
    if (other === undefined)
      await queryUsers().where({ id }).update({ email: spelled, username: spelled });
    else
      strapi.log.warn(
        `account: the users ${id} and ${other.id} share an e-mail address; block one of them`,
      );
  }
};

/** Logs a warning in production if links in e-mails lead to localhost. */
const warnOfLocalLinks = ({ strapi }: WithStrapi): void => {
  const { confirmEmailUrl } = accountSettings.of({ strapi });
  const isProduction = strapi.config.get('environment') === 'production';
  if (isProduction && new URL(confirmEmailUrl).hostname === 'localhost') {
    strapi.log.warn('account: set CONFIRM_EMAIL_URL or PUBLIC_URL: links in e-mails do not work');
  }
};

/**
 * Prepares roles and users. The application calls it instead of the plugin's bootstrap, because
 * Users & Permissions creates its roles in its own bootstrap, which may run later.
 */
export const prepareAccounts = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.transaction(async ({ trx }) => {
    // Without the lock, nodes that start together would each create a role.
    await strapi.db.connection
      .raw('SELECT pg_advisory_xact_lock(hashtext(?))', ['account roles'])
      .transacting(trx as Knex.Transaction);
    await prepareStudentRoles({ strapi });
    await unconfirmUnprovenAddresses({ strapi }, trx as Knex.Transaction);
    await joinStreets({ strapi }, trx as Knex.Transaction);
    await normalizeStoredEmails({ strapi }, trx as Knex.Transaction);
  });
  normalizeUsers({ strapi });
  warnOfLocalLinks({ strapi });
  await prepareComparing({ strapi });
};
