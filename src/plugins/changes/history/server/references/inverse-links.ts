import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { isContent } from '../../../../../catalogue/content-attributes';
import { modelsOf } from '../../../../../delivery/plan/model';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';

/** Link of an entry of another type to a draft, with its positions on both sides. */
type InverseLink = {
  locale: string;
  other: number;
  position: number | null;
  positionAtOther: number | null;
};

type InverseLinks = {
  /** Row ids of the drafts of an entry. */
  drafts: readonly number[];
  /** Links to the drafts, by the attribute that lists them there. */
  byAttribute: ReadonlyMap<string, readonly InverseLink[]>;
};

/** Reads and restores the links to an entry's drafts that belong to drafts of other entries. */
export const createInverseLinks = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });

  const run = async (statement: string, bindings: Record<string, unknown>) =>
    strapi.db.transaction(({ trx }) => sql({ strapi, trx }, statement, bindings));

  const attributesOf = (uid: string): readonly string[] =>
    Object.entries(models(uid).attributes).flatMap(([name, { kind, mappedBy, target = '' }]) => {
      const isInverse = isContent(name) && kind === 'relation' && mappedBy !== undefined;
      return isInverse && models(target).hasDrafts ? [name] : [];
    });

  const draftsOf = (uid: string): string =>
    `SELECT d.id, coalesce(d.locale, '') AS locale FROM ${escapeIdentifier(tables(uid).name)} d
     WHERE d.document_id = :documentId AND d.published_at IS NULL`;

  const namesOf = (uid: string, attribute: string) => {
    const { table, from, to, order, orderAtTarget } = tables(uid).link(attribute);
    const quoted = (column: string | null): string | null =>
      column === null ? null : escapeIdentifier(column);
    return {
      table: escapeIdentifier(table),
      from: escapeIdentifier(from),
      to: escapeIdentifier(to),
      order: quoted(order),
      orderAtTarget: quoted(orderAtTarget),
    };
  };

  return {
    async read(uid: string, documentId: string): Promise<InverseLinks> {
      const byAttribute = new Map<string, readonly InverseLink[]>();
      for (const attribute of attributesOf(uid)) {
        const { table, from, to, order, orderAtTarget } = namesOf(uid, attribute);
        const positionIn = (column: string | null): string =>
          column === null ? 'NULL' : `CAST(l.${column} AS float8)`;
        const { rows } = await run(
          `SELECT d.locale, l.${to} AS other, ${positionIn(order)} AS position,
             ${positionIn(orderAtTarget)} AS "positionAtOther"
           FROM ${table} l JOIN (${draftsOf(uid)}) d ON d.id = l.${from}`,
          { documentId },
        );
        byAttribute.set(attribute, rows as InverseLink[]);
      }
      const { rows: drafts } = await run(draftsOf(uid), { documentId });
      return { drafts: drafts.map(({ id }) => Number(id)), byAttribute };
    },

    /**
     * Replaces the links to the drafts of an entry that are new since. Those in other locales keep
     * theirs, which other users may have changed meanwhile.
     */
    async restore(
      uid: string,
      documentId: string,
      { drafts, byAttribute }: InverseLinks,
    ): Promise<void> {
      const replaced = `${draftsOf(uid)} AND d.id <> ALL(CAST(:drafts AS int[]))`;
      const bindings = { documentId, drafts: [...drafts] };
      for (const [attribute, links] of byAttribute) {
        const { table, from, to, order, orderAtTarget } = namesOf(uid, attribute);
        const other = escapeIdentifier(
          tables(models(uid).attributes[attribute]?.target ?? '').name,
        );
        const columns = [from, to, order, orderAtTarget].filter((column) => column !== null);
        const values = [
          'd.id',
          'k.other',
          ...(order === null ? [] : ['k.position']),
          ...(orderAtTarget === null ? [] : ['k."positionAtOther"']),
        ];
        await run(
          `DELETE FROM ${table} WHERE ${from} IN (SELECT d.id FROM (${replaced}) d)`,
          bindings,
        );
        await run(
          `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
           FROM jsonb_to_recordset(CAST(:links AS jsonb))
             AS k (locale text, other integer, position float8, "positionAtOther" float8)
           JOIN ${other} o ON o.id = k.other
           JOIN (${replaced}) d ON d.locale = k.locale`,
          { ...bindings, links: JSON.stringify(links) },
        );
      }
    },
  };
};
