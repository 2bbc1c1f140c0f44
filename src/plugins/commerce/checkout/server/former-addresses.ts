import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Student } from '#platform/http/authentication';
import { normalizeEmail } from '#platform/http/email-address';
import type { Definition } from '#platform/database/installer';
import { inRunningTransaction, sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';

/** Table of the addresses that accounts had proven before these changed. */
const FORMER = 'checkout.former_addresses';
const NOTE = 'checkout_note_address()';

/** SQL condition of triggers: the address of an account changes, and was proven. */
export const PROVEN_CHANGES =
  'OLD.confirmed AND OLD.confirmed_at IS NOT NULL AND lower(OLD.email) <> lower(NEW.email)';

/** Returns the table of former addresses and its triggers. A deleted account leaves none. */
export const createFormerAddressDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const accounts = createTableLookup({ strapi })('plugin::users-permissions.user').name;
  return [
    {
      kind: 'table',
      name: FORMER,
      create: `CREATE SCHEMA IF NOT EXISTS checkout;
      CREATE TABLE ${FORMER} (
        account integer NOT NULL,
        address text NOT NULL,
        PRIMARY KEY (account, address)
      )`,
    },
    {
      kind: 'function',
      name: NOTE,
      create: `CREATE OR REPLACE FUNCTION ${NOTE} RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ${FORMER} WHERE account = OLD.id;
  ELSE
    INSERT INTO ${FORMER} (account, address) VALUES (OLD.id, lower(OLD.email)) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    {
      kind: 'trigger',
      name: 'checkout_address_changed',
      table: accounts,
      create:
        `CREATE TRIGGER checkout_address_changed AFTER UPDATE OF email ON ${accounts} FOR EACH ROW ` +
        `WHEN (${PROVEN_CHANGES}) ` +
        `EXECUTE FUNCTION ${NOTE}`,
    },
    {
      kind: 'trigger',
      name: 'checkout_account_deleted',
      table: accounts,
      create:
        `CREATE TRIGGER checkout_account_deleted AFTER DELETE ON ${accounts} ` +
        `FOR EACH ROW EXECUTE FUNCTION ${NOTE}`,
    },
  ];
};

/**
 * Returns whether a student had proven an address before theirs changed, and no other account has
 * it now. Their current address must be proven as well.
 */
export const isFormerAddress = async (
  { strapi }: WithStrapi,
  { id, hasProvenAddress }: Pick<Student, 'id' | 'hasProvenAddress'>,
  address: string,
): Promise<boolean> => {
  if (!hasProvenAddress) return false;
  const accounts = createTableLookup({ strapi })('plugin::users-permissions.user').name;
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `select 1 from ${FORMER} f where f.account = :id and f.address = :address
         and not exists (select 1 from ${accounts} a where lower(a.email) = f.address)`,
      { id, address: normalizeEmail(address) },
    ),
  );
  return rows.length > 0;
};
