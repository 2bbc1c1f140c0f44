import type { WithStrapi } from '../../../platform/with-strapi';
import type { Definition } from '../../../platform/database/installer';
import { tablesOf } from '../../../platform/strapi/tables';
import { BUSINESS_LINE } from '../../../catalogue/business-line';
import { USER } from './users';

const CALL = 'account_line_renamed()';

/**
 * Returns the trigger that keeps students with their business line when its slug changes. Accounts
 * store only the slug, which can be given to another line: its e-mails would go to these students.
 */
export const lineRenameDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const users = tablesOf({ strapi })(USER);
  const lines = tablesOf({ strapi })(BUSINESS_LINE);
  const vertical = users.column('vertical');
  const slug = lines.column('slug');
  return [
    {
      kind: 'function',
      name: CALL,
      create: `CREATE OR REPLACE FUNCTION ${CALL} RETURNS trigger AS $$
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
        `WHEN (OLD.${slug} IS DISTINCT FROM NEW.${slug}) EXECUTE FUNCTION ${CALL}`,
    },
  ];
};
