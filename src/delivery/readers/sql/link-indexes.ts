import type { WithStrapi } from '../../../platform/with-strapi';
import { escapeIdentifier } from 'pg';
import type { Definition } from '../../../platform/database/installer';
import { tablesOf, type Link } from '../../../platform/strapi/tables';
import { shownLinksOf, shownModels } from '../../invalidation/watched-tables';
import { modelsOf } from '../../plan/model';

/** Returns the index columns that find links in reading order; see {@link joinsOf}. */
const columnsOf = ({ from, on, order }: Link): readonly string[] =>
  [from, ...Object.keys(on), ...(order === null ? [] : [order]), 'id'].map(escapeIdentifier);

/**
 * Returns an index for each link table that responses are made from. Strapi's indexes cover one
 * side of a link only. PostgreSQL would fetch and sort the two or three rows of each field of each
 * document. That is a third of the cost of reading a product.
 */
export const linkIndexDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  const links = shownModels({ strapi }).flatMap((uid) =>
    shownLinksOf({ strapi }, models, uid).map(({ name }) => tables(uid).link(name)),
  );
  // The components of all fields of a type share a table, and so do the files of all types. The
  // link of a dynamic zone is preferred, because it includes the component's type.
  const byTable = new Map<string, Link>();
  for (const link of links) {
    if (link.type !== null || !byTable.has(link.table)) byTable.set(link.table, link);
  }
  return [...byTable.values()].map((link) => {
    const name = `delivery_${link.table}_read`;
    const shown = [link.to, ...(link.type === null ? [] : [link.type])].map(escapeIdentifier);
    return {
      kind: 'index',
      name,
      table: link.table,
      create:
        `CREATE INDEX ${escapeIdentifier(name)} ON ${escapeIdentifier(link.table)} ` +
        `(${columnsOf(link).join(', ')}) INCLUDE (${shown.join(', ')})`,
    };
  });
};
