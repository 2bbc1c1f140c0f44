import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, hasDrafts, type AttributeSchema } from '#platform/strapi/models';
import { sql, getTable, type Transaction, runPreparedSql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { POSITION } from '#catalogue/entry-position';
import { getFeatures } from '#feature/application';
import { createModelLookup } from '#delivery/plan/model';
import { buildContentSql, buildTitleSql } from '#catalogue/row-expressions';

type Row = Readonly<Record<string, unknown>>;

/** Value of a field: a digest for comparisons, and a text for users. */
type FieldState = { digest: string; text: string };

export type Content = Readonly<Record<string, FieldState>>;

type Field = [name: string, attribute: AttributeSchema];

/** Attributes that no form shows: metadata and internal values. */
const systemFields: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'documentId',
]);

const FILE = 'plugin::upload.file';

/** Maximum length of the text for users. The digest covers the whole value. */
const LONGEST_TEXT = 2_000;

const isHidden = (attribute: AttributeSchema & { pluginOptions?: unknown }): boolean =>
  (attribute.pluginOptions as { 'content-manager'?: { visible?: boolean } } | undefined)?.[
    'content-manager'
  ]?.visible === false;

/**
 * Returns whether no form shows a field because the database computes it. Users could not find such
 * a change. Forms hide the position as well, but send it, so an old form could undo a move.
 */
const isInNoForm = (context: WithStrapi, uid: string, name: string): boolean =>
  name !== POSITION &&
  getFeatures(context)
    .flatMap(({ layouts }) => layouts?.types ?? [])
    .some((layout) => layout.uid === uid && name in (layout.hidden ?? {}));

/**
 * Returns the fields that a save can overwrite. The inverse side of a relation is excluded, because
 * forms send only its added and removed entries.
 */
const listFields = ({ strapi }: WithStrapi, uid: string): Field[] =>
  Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(
    ([name, attribute]): Field[] =>
      attribute === undefined ||
      systemFields.has(name) ||
      attribute.type === 'password' ||
      attribute.mappedBy !== undefined ||
      attribute.relation?.startsWith('morph') === true ||
      isHidden(attribute) ||
      isInNoForm({ strapi }, uid, name)
        ? []
        : [[name, attribute]],
  );

const toRows = (value: unknown): Row[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (row): row is Row => typeof row === 'object' && row !== null,
  );

/** Returns the texts within a blocks value, in order. */
const collectTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'type' || name === 'format' ? [] : collectTexts(inner),
  );
};

const getComponentUid = ({ __component }: Row): string | undefined =>
  typeof __component === 'string' ? __component : undefined;

type FieldDescription = { compared: unknown; texts: string[] };

const describePart = (context: WithStrapi, uid: string, row: Row): FieldDescription => {
  const described = listFields(context, uid).map(([name, attribute]) => ({
    name,
    ...describeField(context, attribute, row[name]),
  }));
  return {
    compared: [uid, described.map(({ name, compared }) => [name, compared])],
    texts: described.flatMap(({ texts }) => texts),
  };
};

/**
 * Describes a field's value. Component ids are left out, because a publication or a discard changes
 * them.
 */
const describeField = (
  context: WithStrapi,
  attribute: AttributeSchema,
  value: unknown,
): FieldDescription => {
  switch (attribute.type) {
    case 'relation': {
      const rows = toRows(value);
      return {
        compared: rows.map(({ documentId, id }) => documentId ?? id),
        texts: rows.map(({ title, documentId, id }) => String(title ?? documentId ?? id)),
      };
    }
    case 'media': {
      const rows = toRows(value);
      return { compared: rows.map(({ id }) => id), texts: rows.map(({ title }) => String(title)) };
    }
    case 'component':
    case 'dynamiczone': {
      const parts = toRows(value).map((row) =>
        describePart(context, getComponentUid(row) ?? attribute.component ?? '', row),
      );
      return {
        compared: parts.map(({ compared }) => compared),
        texts: parts.map(({ texts }) => texts.join(' · ')),
      };
    }
    default:
      if (value === undefined || value === null || value === '') {
        return { compared: null, texts: [] };
      }
      return {
        compared: value,
        texts: collectTexts(value),
      };
  }
};

/**
 * Returns the statement that reads a type's drafts as JSON, with all fields that forms can
 * overwrite. Callers append further conditions.
 */
const buildDraftsSql = (context: WithStrapi, uid: string): string => {
  const [models, tables] = [createModelLookup(context), createTableLookup(context)];
  const content = buildContentSql(
    {
      models,
      tables,
      attributesOf: (modelUid) => [
        ...(modelUid.includes('::') ? [] : ['id']),
        ...listFields(context, modelUid).map(([name]) => name),
      ],
      reference: (target, alias) =>
        `jsonb_build_object('id', ${alias}.id, 'documentId', ${alias}.document_id, ` +
        `'title', ${target === FILE ? `${alias}.name` : buildTitleSql({ models, tables }, target, alias)})`,
    },
    uid,
    'd',
  );
  const isDraft = models(uid).hasDrafts ? ' AND d.published_at IS NULL' : '';
  return (
    `SELECT ${content}::text AS content FROM ${escapeIdentifier(tables(uid).name)} d ` +
    `WHERE d.document_id = :documentId${isDraft}`
  );
};

/** Reads a draft's values by field with one statement; null if there is no draft. */
export const createContentReader = (context: WithStrapi) => {
  const statements = new Map<string, string>();
  return async (
    { uid, documentId, locale }: DraftKey,
    trx: Transaction,
  ): Promise<Content | null> => {
    const statement = statements.get(uid) ?? buildDraftsSql(context, uid);
    statements.set(uid, statement);
    const { rows } = await runPreparedSql(
      { ...context, trx },
      `${statement}${locale === '' ? '' : ' AND d.locale = :locale'} ORDER BY d.id LIMIT 1`,
      { documentId, locale },
    );
    const [firstRow] = rows;
    if (firstRow === undefined) return null;
    const row = JSON.parse(String(firstRow.content)) as Row;
    return Object.fromEntries(
      listFields(context, uid).map(([name, attribute]): [string, FieldState] => {
        const { compared, texts } = describeField(context, attribute, row[name]);
        const digest = createHash('sha256').update(JSON.stringify(compared)).digest('base64url');
        return [
          name,
          { digest: digest.slice(0, 22), text: texts.join('\n').slice(0, LONGEST_TEXT) },
        ];
      }),
    );
  };
};

/** Document in a locale; the empty text for types without locales. */
export type DraftKey = { uid: UID.ContentType; documentId: string; locale: string };

export type Draft = { id: number; version: string };

/** Returns an instant in the format of versions; null if it is invalid. */
export const toVersion = (moment: unknown): string | null => {
  if (!(moment instanceof Date) && typeof moment !== 'string') return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

export const buildDraftKey = ({ uid, documentId, locale }: DraftKey): string =>
  [uid, documentId, locale].join(' ');

/** Reads and locks the drafts of documents; for types without drafts, the only version. */
export const createDraftReader = ({ strapi }: WithStrapi) => {
  const getModel = (uid: string) => findModel({ strapi }, uid);

  const find = async ({ uid, documentId, locale }: DraftKey): Promise<Draft | null> => {
    const row = await getTable<{ id: number; updatedAt: unknown }>({ strapi }, uid).findOne({
      where: {
        documentId,
        ...(hasDrafts(getModel(uid)) && { publishedAt: null }),
        ...(locale !== '' && { locale }),
      },
      select: ['id', 'updatedAt'],
    });
    return row === null ? null : { id: row.id, version: toVersion(row.updatedAt) ?? '' };
  };

  return {
    /** Reads a draft without a lock. */
    find,

    /**
     * Locks a draft until the transaction ends, and returns its current state; null if the locale
     * has none.
     */
    async lock(key: DraftKey, trx: Transaction): Promise<Draft | null> {
      const table = createTableLookup({ strapi })(key.uid);
      const conditions: readonly (readonly [string, ...string[]])[] = [
        ['?? = ?', table.column('documentId'), key.documentId],
        ...(hasDrafts(getModel(key.uid))
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
      const table = createTableLookup({ strapi })(key.uid);
      await sql({ strapi, trx }, 'UPDATE ?? SET ?? = ? WHERE id = ?', [
        table.name,
        table.column('updatedAt'),
        version,
        now.id,
      ]);
      return { ...now, version: version.toISOString() };
    },

    async publishedVersion({ uid, documentId, locale }: DraftKey): Promise<string | null> {
      const row = await getTable<{ updatedAt: unknown }>({ strapi }, uid).findOne({
        where: {
          documentId,
          publishedAt: { $notNull: true },
          ...(locale !== '' && { locale }),
        },
        select: ['updatedAt'],
      });
      return row === null ? null : toVersion(row.updatedAt);
    },

    /** Returns the locales of a document's drafts; the empty text for types without locales. */
    async localesOf(uid: UID.ContentType, documentId: string): Promise<string[]> {
      const rows = await getTable<{ locale: string | null }>({ strapi }, uid).findMany({
        where: { documentId },
        select: ['locale'],
      });
      return [...new Set(rows.map(({ locale }) => locale ?? ''))];
    },
  };
};
