import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { createEntryAccess, type EntryAction } from '#platform/strapi/entry-access';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { buildPermittedRowsSql } from '#platform/strapi/permitted-query';
import { sql, type Transaction } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { recordDirectWrite } from '#plugins/changes/history';
import { refuseForeignUpdates } from '#feature/application';
import { planPositions, lockPositions } from '../positions';
import { POSITION } from '#catalogue/entry-position';
import { type List, type EntryPosition, readOrder, hashOrder } from './read-order';
import { defineErrors } from '#platform/http/errors';

const orderErrors = defineErrors({
  ORDER_CHANGED: {
    status: 409,
    message: {
      en: 'Somebody changed this order. The list shows the new order. Move the entry again.',
      es: 'Alguien ha cambiado este orden. La lista muestra el orden nuevo. Vuelve a mover la entrada.',
    },
  },
  NOT_IN_ORDER: {
    status: 404,
    message: {
      en: 'This list no longer contains the entry.',
      es: 'Esta lista ya no contiene la entrada.',
    },
  },
  ORDER_NOT_YOURS: {
    status: 403,
    message: {
      en: 'You may not move these entries.',
      es: 'No puedes mover estas entradas.',
    },
  },
});

/** Move of an entry to an index of a list that was read in this version. */
type Move = { documentId: string; to: number; version: string };

type Position = { documentId: string; position: number };

type Versions = { documentId: string; locales: readonly (string | null)[] };

/**
 * Returns the position changes of a move. Entries in between whose locales differ get one position
 * for all.
 */
const planPositionChanges = (
  order: readonly EntryPosition[],
  from: number,
  to: number,
): readonly Position[] => {
  const changedPositions = new Map(
    planPositions(
      order.map(({ position }) => position),
      from,
      to,
    ).map(({ at, position }) => [at, position]),
  );
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return order.flatMap(({ documentId, position, isSame }, index) => {
    const next = changedPositions.get(index);
    if (next !== undefined) return [{ documentId, position: next }];
    return index >= first && index <= last && !isSame ? [{ documentId, position }] : [];
  });
};

/**
 * Moves an entry within a list in one transaction, with all its locales and versions. Entries in
 * the way are shifted.
 */
export const moveEntry = ({ strapi }: WithStrapi) => {
  const quoteNames = (uid: List['uid']) => {
    const { name, column } = createTableLookup({ strapi })(uid);
    const quoteColumn = (attribute: string): string => escapeIdentifier(column(attribute));
    return {
      table: escapeIdentifier(name),
      document: quoteColumn('documentId'),
      locale: quoteColumn('locale'),
      published: quoteColumn('publishedAt'),
      updated: quoteColumn('updatedAt'),
      position: quoteColumn(POSITION),
    };
  };

  /** Locks the rows of entries until the transaction ends, and returns their locales. */
  const lock = async (
    uid: List['uid'],
    documents: readonly string[],
    trx: Transaction,
  ): Promise<readonly Versions[]> => {
    const { table, document, locale } = quoteNames(uid);
    const { rows } = await sql(
      { strapi, trx },
      `select ${document} as document, ${locale} as locale from ${table}
        where ${document} = any(:documents) order by id for update`,
      { documents },
    );
    const hasLanguages = isLocalized(findModel({ strapi }, uid));
    return documents.map((documentId) => ({
      documentId,
      locales: hasLanguages
        ? [
            ...new Set(
              rows.flatMap((row) => (row.document === documentId ? [String(row.locale)] : [])),
            ),
          ]
        : [null],
    }));
  };

  const refuseWhatIsNotTheirs = async (
    { uid, ability }: List,
    versions: readonly Versions[],
    trx: Transaction,
  ): Promise<void> => {
    await refuseForeignUpdates({ strapi }, { uid, versions }, trx);
    const { table, document, published } = quoteNames(uid);
    const documents = versions.map(({ documentId }) => documentId);
    const requireAction = async (action: EntryAction, rows: string): Promise<void> => {
      const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid, action });
      if (permitted.isAll) return;
      const { rows: refusedRows } = await sql(
        { strapi, trx },
        `select 1 from ${table} d where d.${document} in (${documents.map(() => '?').join(', ')})
            and ${rows} and d.id not in (${permitted.sql}) limit 1`,
        [...documents, ...permitted.bindings],
      );
      if (refusedRows.length > 0)
        throw createLocalizedError({ strapi }, orderErrors.ORDER_NOT_YOURS);
    };
    await requireAction('update', 'true');
    // A move changes the order of published lists at once.
    if (hasDrafts(findModel({ strapi }, uid))) {
      await requireAction('publish', `d.${published} is not null`);
    }
  };

  /**
   * Writes positions and increases `updatedAt`, so that forms opened before do not silently restore
   * the former position. Published versions without later changes stay unmodified.
   */
  const write = async (
    uid: List['uid'],
    changes: readonly Position[],
    trx: Transaction,
  ): Promise<void> => {
    const { table, document, locale, published, updated, position } = quoteNames(uid);
    await sql(
      { strapi, trx },
      `with moment as materialized (
         select greatest(max(m.${updated}) + interval '1 millisecond', cast(:now as timestamp)) as at
           from ${table} m where m.${document} = any(cast(:documents as text[])))
       update ${table} r
          set ${position} = w.position,
              ${updated} = moment.at - case when r.${published} is null then interval '0' else
                greatest(interval '0', least(interval '1 second', (
                  select max(d.${updated}) - r.${updated} from ${table} d
                   where d.${document} = r.${document} and d.${published} is null
                     and d.${locale} is not distinct from r.${locale}))) end
         from moment, unnest(cast(:documents as text[]), cast(:positions as int[])) w(document, position)
        where r.${document} = w.document`,
      {
        now: new Date(),
        documents: changes.map(({ documentId }) => documentId),
        positions: changes.map((change) => change.position),
      },
    );
  };

  return async (list: List, { documentId, to, version }: Move): Promise<void> => {
    const { uid, ability } = list;
    if (!createEntryAccess({ strapi }, { ability, uid }).may('update', POSITION)) {
      throw createLocalizedError({ strapi }, orderErrors.ORDER_NOT_YOURS);
    }
    const readUnchanged = async (trx: Transaction): Promise<readonly EntryPosition[]> => {
      const order = await readOrder({ strapi }, list, trx);
      if (hashOrder(order) !== version)
        throw createLocalizedError({ strapi }, orderErrors.ORDER_CHANGED);
      return order;
    };
    await strapi.db.transaction(async ({ trx }) => {
      await lockPositions({ strapi }, uid, trx);
      const order = await readUnchanged(trx);
      const from = order.findIndex((entry) => entry.documentId === documentId);
      if (from < 0) throw createLocalizedError({ strapi }, orderErrors.NOT_IN_ORDER);
      const target = Math.min(to, order.length - 1);
      if (target === from) return;
      const changes = planPositionChanges(order, from, target);
      const documents = changes.map((change) => change.documentId);
      const versions = await lock(uid, documents, trx);
      // A save may have committed before the lock.
      await readUnchanged(trx);
      await refuseWhatIsNotTheirs(list, versions, trx);
      const entries = versions.map((version) => ({ ...version, uid }));
      await recordDirectWrite({ strapi }, entries, () => write(uid, changes, trx));
    });
  };
};
