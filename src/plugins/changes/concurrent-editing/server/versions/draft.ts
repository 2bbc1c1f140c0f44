import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { sql, tableOf, type Transaction } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';

/** Document in a locale; the empty text for types without locales. */
export type DraftKey = { uid: UID.ContentType; documentId: string; locale: string };

export type Draft = { id: number; version: string };

/** Returns an instant in the format of versions; null if it is invalid. */
export const versionOf = (moment: unknown): string | null => {
  if (!(moment instanceof Date) && typeof moment !== 'string') return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

export const keyTextOf = ({ uid, documentId, locale }: DraftKey): string =>
  [uid, documentId, locale].join(' ');

/** Reads and locks the drafts of documents; for types without drafts, the only version. */
export const draftsOf = ({ strapi }: WithStrapi) => {
  const modelOf = (uid: string) => findModel({ strapi }, uid);

  const find = async ({ uid, documentId, locale }: DraftKey): Promise<Draft | null> => {
    const row = await tableOf<{ id: number; updatedAt: unknown }>({ strapi }, uid).findOne({
      where: {
        documentId,
        ...(hasDrafts(modelOf(uid)) && { publishedAt: null }),
        ...(locale !== '' && { locale }),
      },
      select: ['id', 'updatedAt'],
    });
    return row === null ? null : { id: row.id, version: versionOf(row.updatedAt) ?? '' };
  };

  return {
    /** Reads a draft without a lock. */
    find,

    /**
     * Locks a draft until the transaction ends, and returns its current state; null if the locale
     * has none.
     */
    async lock(key: DraftKey, trx: Transaction): Promise<Draft | null> {
      const table = tablesOf({ strapi })(key.uid);
      const conditions: readonly (readonly [string, ...string[]])[] = [
        ['?? = ?', table.column('documentId'), key.documentId],
        ...(hasDrafts(modelOf(key.uid))
          ? [['?? IS NULL', table.column('publishedAt')] as const]
          : []),
        ...(key.locale === '' ? [] : [['?? = ?', table.column('locale'), key.locale] as const]),
      ];
      await sql(
        { strapi, trx },
        `SELECT id FROM ?? WHERE ${conditions.map(([condition]) => condition).join(' AND ')} ORDER BY id FOR UPDATE`,
        [table.name, ...conditions.flatMap(([, ...bindings]) => bindings)],
      );
      return find(key);
    },

    /**
     * Makes the version newer than a previous one. Two saves may share a millisecond, and clocks
     * differ.
     */
    async makeLater(key: DraftKey, before: Draft, trx: Transaction): Promise<Draft | null> {
      const now = await find(key);
      if (now === null || now.version > before.version) return now;
      const version = new Date(Date.parse(before.version) + 1);
      const table = tablesOf({ strapi })(key.uid);
      await sql({ strapi, trx }, 'UPDATE ?? SET ?? = ? WHERE id = ?', [
        table.name,
        table.column('updatedAt'),
        version,
        now.id,
      ]);
      return { ...now, version: version.toISOString() };
    },

    /** Returns the version of the published entry; null if it is not published. */
    async publishedVersion({ uid, documentId, locale }: DraftKey): Promise<string | null> {
      const row = await tableOf<{ updatedAt: unknown }>({ strapi }, uid).findOne({
        where: {
          documentId,
          publishedAt: { $notNull: true },
          ...(locale !== '' && { locale }),
        },
        select: ['updatedAt'],
      });
      return row === null ? null : versionOf(row.updatedAt);
    },

    /** Returns the locales of a document's drafts; the empty text for types without locales. */
    async localesOf(uid: UID.ContentType, documentId: string): Promise<string[]> {
      const rows = await tableOf<{ locale: string | null }>({ strapi }, uid).findMany({
        where: { documentId },
        select: ['locale'],
      });
      return [...new Set(rows.map(({ locale }) => locale ?? ''))];
    },

    /** Returns whether a type has locales. */
    isLocalized: (uid: string): boolean => isLocalized(modelOf(uid)),
  };
};
