import type { WithStrapi } from '../strapi/with-strapi';
import {
  listContentTypes,
  type ContentTypeSchema,
  hasDrafts,
  isLocalized,
  type ModelSchema,
} from '../strapi/models';
import type { RunSql } from '../strapi/pooled-sql';

/** A content type of this release, or as the previous one stored it. */
type Shape = Pick<ModelSchema, 'options' | 'pluginOptions'>;

/**
 * A change that gives existing rows another meaning, so that releases before and after it conflict.
 */
export type MeaningChange = {
  uid: string;
  /** Description for people: `api::live.live: drafts are switched off`. */
  description: string;
  /** Number of rows that Strapi would delete. */
  lost: number;
};

const STORED_TYPES = 'strapi_content_types_schema';
const DEFAULT_LANGUAGE = 'plugin_i18n_default_locale';

const readStoredSetting = async (sql: RunSql, key: string): Promise<unknown> => {
  const [row] = await sql<{ value: string | null }>(
    'SELECT value FROM strapi_core_store_settings WHERE key = $1',
    [key],
  );
  return typeof row?.value === 'string' ? (JSON.parse(row.value) as unknown) : null;
};

/**
 * Returns types whose drafts or locales were switched on or off since the last start. When switched
 * off, Strapi first deletes every draft, or every locale but the default one (`@strapi/core`,
 * `migrations/draft-publish` and `migrations/i18n`). When switched on, earlier releases would show
 * each draft as a separate entry.
 */
export const findMeaningChanges = async (
  { strapi }: WithStrapi,
  sql: RunSql,
): Promise<MeaningChange[]> => {
  const [settingsTable] = await sql<{ exists: boolean }>(
    `SELECT to_regclass('strapi_core_store_settings') IS NOT NULL AS exists`,
  );
  if (settingsTable?.exists !== true) return [];
  const before = ((await readStoredSetting(sql, STORED_TYPES)) ?? {}) as Record<
    string,
    Shape | undefined
  >;
  const { identifiers } = strapi.db.metadata;

  const count = async (
    { collectionName }: ContentTypeSchema,
    where: string,
    values: unknown[] = [],
  ): Promise<number> => {
    const table = identifiers.getTableName(collectionName);
    const [row] = await sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM "${table}" WHERE ${where}`,
      values,
    );
    return row?.count ?? 0;
  };

  const changes: MeaningChange[] = [];
  for (const now of listContentTypes({ strapi })) {
    const { uid } = now;
    const previous = before[uid];
    if (previous === undefined) continue;
    if (hasDrafts(previous) !== hasDrafts(now)) {
      const lostRows = hasDrafts(previous) ? await count(now, 'published_at IS NULL') : 0;
      const change = hasDrafts(now) ? 'on' : `off, with ${lostRows} drafts in the database`;
      changes.push({ uid, description: `${uid}: drafts are switched ${change}`, lost: lostRows });
    }
    if (isLocalized(previous) !== isLocalized(now)) {
      const language = isLocalized(previous)
        ? await readStoredSetting(sql, DEFAULT_LANGUAGE)
        : null;
      const lostRows = isLocalized(previous) ? await count(now, 'locale <> $1', [language]) : 0;
      const change = isLocalized(now) ? 'on' : `off, with ${lostRows} translations in the database`;
      changes.push({
        uid,
        description: `${uid}: languages are switched ${change}`,
        lost: lostRows,
      });
    }
  }
  return changes;
};
