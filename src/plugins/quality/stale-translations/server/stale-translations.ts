import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { StaleTranslation } from '#feature/feature';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { sql, runSqlInTransaction } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { EVENTS, STATES } from '#plugins/changes/history';
import type { Definition } from '#platform/database/installer';

/** Table outside the schema that Strapi inspects and migrates at every start. */
const CONFIRMED = 'desk.confirmed_translations';

/** Table of translations that were confirmed after their source had changed. */
export const confirmedDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: CONFIRMED,
    // `event`: id of the source's last history event at the confirmation.
    create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${CONFIRMED} (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        event bigint NOT NULL,
        confirmed_by integer,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, document_id, locale)
      )`,
  },
];

/** Localized content of an entry in the history. */
type Content = Readonly<Record<string, unknown>>;

/** Stale translation with the content of its source, at the time of the translation and now. */
type StaleVersion = StaleTranslation & { source: string; before: Content; now: Content };

/**
 * Events that write a translation, if they change its texts. Copying a price to it does not. Programs
 * write and publish in one step, which is recorded as a publication.
 */
const TRANSLATING_EVENTS = ['create', 'update', 'publish', 'copy', 'import', 'restore'];

/** Attribute types that hold translatable text. */
const WORDS = ['string', 'text', 'richtext', 'blocks', 'component', 'dynamiczone'];

/** The slug follows the title of each language, so it is not translated. */
const SLUG = 'slug';

const listUntranslatedFields = ({ strapi }: WithStrapi, uid: string): string[] =>
  Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(([name, attribute]) =>
    attribute !== undefined &&
    isLocalized(attribute) &&
    WORDS.includes(attribute.type) &&
    name !== SLUG
      ? []
      : [name],
  );

const hasTranslations = ({ strapi }: WithStrapi, uid: string): boolean => {
  const model = findModel({ strapi }, uid);
  return isLocalized(model) && hasDrafts(model);
};

/**
 * Returns the stale translations of a type: the default language has changed since its texts were
 * last written or confirmed. Changes before the beginning of the history are unknown.
 *
 * @param documents limits the search; all documents of the type if omitted
 */
export const findStaleTranslations = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  documents?: readonly string[],
): Promise<StaleVersion[]> => {
  if (!hasTranslations({ strapi }, uid)) return [];
  const source = await loadDefaultLocale({ strapi });
  const { name, column } = createTableLookup({ strapi })(uid);
  const [table, document, locale, published] = [
    name,
    ...['documentId', 'locale', 'publishedAt'].map(column),
  ].map(escapeIdentifier);
  const { rows } = await runSqlInTransaction(
    { strapi },
    `with drafts as (
       select d.${document} as document, d.${locale} as locale from ${table} d
        where d.${published} is null and d.${locale} <> :source
          and (cast(:documents as text[]) is null or d.${document} = any(cast(:documents as text[])))
     ), moved as (
       select d.document, d.locale, b.base, n.state as now,
              (select e.state from ${EVENTS} e where e.uid = :uid and e.document_id = d.document
                  and e.locale = :source and e.id <= b.base order by e.id desc limit 1) as before
         from drafts d
         cross join lateral (
           select coalesce(
             (select e.id from ${EVENTS} e
                left join lateral (
                  select b.state from ${EVENTS} b where b.uid = e.uid
                     and b.document_id = e.document_id and b.locale = e.locale and b.id < e.id
                   order by b.id desc limit 1) b on true
                left join ${STATES} old on old.hash = b.state
                left join ${STATES} new on new.hash = e.state
               where e.uid = :uid and e.document_id = d.document and e.locale = d.locale
                 and e.event = any(cast(:written as text[])) and e.state is distinct from b.state
                 and (old.content - cast(:others as text[])) is distinct from
                     (new.content - cast(:others as text[]))
               order by e.id desc limit 1),
             (select min(e.id) from ${EVENTS} e where e.uid = :uid and e.document_id = d.document
                 and e.locale = d.locale and e.event = any(cast(:written as text[])))) as id) t
         left join ${CONFIRMED} c on c.uid = :uid and c.document_id = d.document and c.locale = d.locale
         cross join lateral (select greatest(t.id, c.event) as base) b
         cross join lateral (
           select e.id, e.state from ${EVENTS} e where e.uid = :uid and e.document_id = d.document
              and e.locale = :source order by e.id desc limit 1) n
        where t.id is not null and n.id > b.base
     )
     select m.document, m.locale, p.content - cast(:others as text[]) as before,
            q.content - cast(:others as text[]) as now,
            (select min(e.at) from ${EVENTS} e where e.uid = :uid and e.document_id = m.document
                and e.locale = :source and e.id > m.base and e.state <> m.before) as since
       from moved m join ${STATES} p on p.hash = m.before join ${STATES} q on q.hash = m.now
      where m.before <> m.now
        and p.content - cast(:others as text[]) <> q.content - cast(:others as text[])`,
    {
      uid,
      source,
      documents: documents === undefined ? null : [...documents],
      written: TRANSLATING_EVENTS,
      others: listUntranslatedFields({ strapi }, uid),
    },
  );
  return rows.map((row) => ({
    documentId: String(row.document),
    locale: String(row.locale),
    source,
    since: row.since as Date,
    before: parseContent(row.before),
    now: parseContent(row.now),
  }));
};

/** Strapi returns JSON columns as text. */
const parseContent = (value: unknown): Content =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Content;

/** Confirms a translation although its source has changed. */
export const confirmTranslation = async (
  { strapi }: WithStrapi,
  { uid, documentId, locale, by }: { uid: string; documentId: string; locale: string; by: number },
): Promise<void> => {
  await sql(
    { strapi },
    `insert into ${CONFIRMED} (uid, document_id, locale, event, confirmed_by)
     select :uid, :documentId, :locale, max(e.id), :by from ${EVENTS} e
      where e.uid = :uid and e.document_id = :documentId and e.locale = :source
     having max(e.id) is not null
     on conflict (uid, document_id, locale)
       do update set event = excluded.event, confirmed_by = excluded.confirmed_by, at = now()`,
    { uid, documentId, locale, by, source: await loadDefaultLocale({ strapi }) },
  );
};
