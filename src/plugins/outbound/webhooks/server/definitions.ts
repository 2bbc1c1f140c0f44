import type { Definition } from '#platform/database/installer';
import { createTableLookup } from '#platform/strapi/tables';
import type { WithStrapi } from '#platform/strapi/with-strapi';

export const uids = {
  endpoint: 'plugin::webhooks.endpoint',
  delivery: 'plugin::webhooks.delivery',
  secret: 'plugin::webhooks.secret',
} as const;

const LINE_DELETED_FUNCTION = 'webhooks_line_deleted()';

/**
 * Returns the trigger that switches an endpoint off with its last business line. No choice means
 * all lines, so that it would receive the orders of others.
 */
export const createWebhookDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const tables = createTableLookup({ strapi });
  const { name: endpoints, column, link } = tables(uids.endpoint);
  const { table: links, from: endpoint, to: line } = link('verticals');
  const { name: lines } = tables('api::vertical.vertical');
  return [
    {
      kind: 'function',
      name: LINE_DELETED_FUNCTION,
      // The line is gone already if its deletion removes the link, and not if an editor does.
      create: `CREATE OR REPLACE FUNCTION ${LINE_DELETED_FUNCTION} RETURNS trigger AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ${lines} WHERE id = OLD.${line})
    AND NOT EXISTS (SELECT FROM ${links} WHERE ${endpoint} = OLD.${endpoint}) THEN
    UPDATE ${endpoints} SET ${column('isOn')} = false WHERE id = OLD.${endpoint};
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    {
      kind: 'trigger',
      name: 'webhooks_line_deleted',
      table: links,
      create:
        `CREATE TRIGGER webhooks_line_deleted AFTER DELETE ON ${links} ` +
        `FOR EACH ROW EXECUTE FUNCTION ${LINE_DELETED_FUNCTION}`,
    },
  ];
};
