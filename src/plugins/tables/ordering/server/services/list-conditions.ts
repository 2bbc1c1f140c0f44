import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { lineAttributeOf } from '../../../../../catalogue/entry-summary';
import { findModel } from '../../../../../platform/strapi/models';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';

/** Attribute that holds the kind of an entry, in types with several kinds. */
export const KIND = 'type';

/** Returns the kinds of a type's entries, in the order of its model. */
export const listKinds = ({ strapi }: WithStrapi, uid: string): readonly string[] =>
  findModel({ strapi }, uid)?.attributes[KIND]?.enum ?? [];

/** SQL condition on the rows `p` of a type. */
type Condition = { sql: string; bindings: readonly string[] };

const everything: Condition = { sql: '', bindings: [] };

/**
 * Returns the condition of a business line's rows; no condition if none is given or the type has no
 * lines.
 */
export const createLineCondition = (
  { strapi }: WithStrapi,
  uid: string,
  line?: string,
): Condition => {
  const attribute = lineAttributeOf({ strapi }, uid);
  if (line === undefined || attribute === null) return everything;
  const tables = tablesOf({ strapi });
  const link = tables(uid).link(attribute);
  const lines = tables(BUSINESS_LINE);
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

/** Returns the condition of a kind's rows; no condition if none is given. */
export const createKindCondition = (
  { strapi }: WithStrapi,
  uid: string,
  kind?: string,
): Condition =>
  kind === undefined
    ? everything
    : {
        sql: `and p.${escapeIdentifier(tablesOf({ strapi })(uid).column(KIND))} = ?`,
        bindings: [kind],
      };
