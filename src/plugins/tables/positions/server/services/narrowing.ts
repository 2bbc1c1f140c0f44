import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { lineAttributeOf } from '../../../../../feature/entries-in-lists';
import { findModel } from '../../../../../platform/strapi/models';
import { tablesOf } from '../../../../../platform/strapi/tables';

const LINE = 'api::vertical.vertical';

/** The attribute that says what kind of entry one is, in types that have several. */
export const KIND = 'type';

/** The kinds of entries of a type, in the order of its model. */
export const kindsOf = ({ strapi }: WithStrapi, uid: string): readonly string[] =>
  findModel({ strapi }, uid)?.attributes[KIND]?.enum ?? [];

/** A condition on the rows `p` of a type. */
type Condition = { sql: string; bindings: readonly string[] };

const everything: Condition = { sql: '', bindings: [] };

/** Those of a business line; all where none is named, or the type knows none. */
export const ofLine = ({ strapi }: WithStrapi, uid: string, line?: string): Condition => {
  const attribute = lineAttributeOf({ strapi }, uid);
  if (line === undefined || attribute === null) return everything;
  const tables = tablesOf({ strapi });
  const link = tables(uid).link(attribute);
  const lines = tables(LINE);
  const [table, from, to, name, document] = [
    link.table,
    link.from,
    link.to,
    lines.name,
    lines.column('documentId'),
  ].map(escapeIdentifier);
  return {
    sql: `and exists (select 1 from ${table} l join ${name} v on v.id = l.${to}
            where l.${from} = p.id and v.${document} = ?)`,
    bindings: [line],
  };
};

/** Those of a kind; all where none is named. */
export const ofKind = ({ strapi }: WithStrapi, uid: string, kind?: string): Condition =>
  kind === undefined
    ? everything
    : {
        sql: `and p.${escapeIdentifier(tablesOf({ strapi })(uid).column(KIND))} = ?`,
        bindings: [kind],
      };
