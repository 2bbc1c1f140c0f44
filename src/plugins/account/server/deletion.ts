import type { WithStrapi } from '../../../platform/with-strapi';
import { type Definition, statementTrigger } from '../../../platform/database/installer';
import { USER } from './users';

const CALL = 'account_users_deleted()';

/** Content types whose rows belong to a user and have the user's id as their number. */
const BELONGINGS = [
  'plugin::account.reset-code',
  'plugin::account.known-network',
  'plugin::account.renewable-login',
] as const;

/**
 * Returns the trigger that deletes the codes, networks and logins of deleted users. These have no
 * foreign key, and would stay for up to a year.
 */
export const deletionDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const tableOf = (uid: string): string => strapi.db.metadata.get(uid).tableName;
  const deletions = BELONGINGS.map(
    (uid) => `  DELETE FROM ${tableOf(uid)} WHERE user_number IN (SELECT id FROM old_rows);`,
  );
  return [
    {
      kind: 'function',
      name: CALL,
      create: `CREATE OR REPLACE FUNCTION ${CALL} RETURNS trigger AS $$
BEGIN
${deletions.join('\n')}
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    statementTrigger({ prefix: 'account', table: tableOf(USER), event: 'DELETE', call: CALL }),
  ];
};
