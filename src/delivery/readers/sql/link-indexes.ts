import type { Core } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { Definition } from '../../../platform/database/installer';
import { tablesOf, type Link } from '../../../platform/strapi/tables';
import { shownLinksOf, shownModels } from '../../invalidation/watched-tables';
import { modelsOf } from '../../plan/model';

/** The columns of an index by which links are found in the order in which they are read: {@link joinsOf}. */
const columnsOf = ({ from, on, order }: Link): readonly string[] =>
  [from, ...Object.keys(on), ...(order === null ? [] : [order]), 'id'].map(escapeIdentifier);

/**
 * An index for each table of links that answers are made from. Strapi's own find links by one side alone, so that PostgreSQL
 * fetches and sorts the two or three rows of each field of each document: a third of what reading a product costs.
 */
export const linkIndexDefinitions = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): readonly Definition[] => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  const links = shownModels({ strapi }).flatMap((uid) =>
    shownLinksOf({ strapi }, models, uid).map(({ name }) => tables(uid).link(name)),
  );
  // Components of all fields of a type share a table, as do the files of all types; zones say which component it is.
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
