import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listRecords } from '#feature/application';
import { SLOTS, hasStoredSlots, isSlot, createModelLookup, MEDIA_UID } from '#delivery/plan/model';
import { buildTitleSql } from '../row-expressions';
import { createTableLookup, type Link, type TableLookup } from '#platform/strapi/tables';
import { DEFAULT_LOCALE_SETTING } from '#platform/strapi/default-locale';
import { linkTo } from '#feature/link-reference';
import { isLinkable } from '../links/linkables';
import type { How } from './uses';
import { createReferencePaths, type TextPath, type ReferencePath } from './reference-paths';
import { BUSINESS_LINE } from '../business-line';

/** Maximum number of uses listed per kind. */
const MOST_NAMED = 50;

const name = escapeIdentifier;

/** Empty SELECT that defines the types of the columns. */
const NOTHING = `SELECT NULL::text AS target, NULL::text AS how, NULL::text AS uid, NULL::integer AS row_id,
  NULL::text AS document_id, NULL::text AS locale, NULL::boolean AS published, NULL::text AS title WHERE false`;

/**
 * Pattern for the file name in a URL, without its extension: as a whole, and without its first
 * word. It contains no question marks, which Knex treats as placeholders.
 */
const ADDRESS = String.raw`'/(([A-Za-z0-9-]+_|)([A-Za-z0-9_-]+))\.[A-Za-z0-9]'`;

const linkConditions = (alias: string, { on }: Pick<Link, 'on'>): string =>
  Object.entries(on)
    .map(([column, value]) => ` AND ${alias}.${name(column)} = ${escapeLiteral(value)}`)
    .join('');

/** Returns the joins from rows of a component up to the entries `r` that contain it. */
export const joinOwners = (
  tables: TableLookup,
  { root, steps }: Pick<ReferencePath, 'root' | 'steps'>,
  from: string,
): string => {
  const joins: string[] = [];
  let below = from;
  steps.toReversed().forEach(({ owner, attribute, component }, index) => {
    const link = tables(owner).link(attribute);
    const alias = `s${index}`;
    joins.push(
      `JOIN ${name(link.table)} ${alias} ON ${alias}.${name(link.to)} = ${below}${linkConditions(alias, link)}
           AND ${alias}.component_type = ${escapeLiteral(component)}`,
    );
    below = `${alias}.${name(link.from)}`;
  });
  joins.push(`JOIN ${name(tables(root).name)} r ON r.id = ${below}`);
  return joins.join(' ');
};

/**
 * Creates the SQL statements that find all uses of some entries of a type, or of some files. One
 * statement covers all kinds of use and any number of entries, so an entry with many uses takes no
 * longer.
 */
export const createStatements = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const paths = createReferencePaths({ strapi });
  const statements = new Map<string, string>();

  const isPublishedSql = (uid: string, alias: string): string =>
    models(uid).hasDrafts ? `${alias}.published_at IS NOT NULL` : 'true';

  const buildLocaleSql = (uid: string, alias: string): string =>
    models(uid).isLocalized ? `${alias}.locale` : 'NULL::text';

  const buildRowSql = (how: How, uid: string, target: string): string =>
    `SELECT ${target} AS target, ${escapeLiteral(how)} AS how, ${escapeLiteral(uid)} AS uid, r.id AS row_id,
       r.document_id, ${buildLocaleSql(uid, 'r')} AS locale, ${isPublishedSql(uid, 'r')} AS published,
       ${buildTitleSql({ models, tables }, uid, 'r')} AS title`;

  const buildReferenceUsesSql = (path: ReferencePath): string => {
    const end = tables(path.last.owner).link(path.last.attribute);
    return `${buildRowSql('shows', path.root, 't.document_id')}
      FROM targets t JOIN ${name(end.table)} l ON l.${name(end.to)} = t.id${linkConditions('l', end)}
      ${joinOwners(tables, path, `l.${name(end.from)}`)}`;
  };

  /** A link leads to the version in its own locale, or else to the default locale. */
  const buildLinkUsesSql =
    (uid: string) =>
    (path: ReferencePath): string => {
      const { name: table, column } = tables(path.last.owner);
      const language = buildLocaleSql(path.root, 'r');
      return `${buildRowSql('shows', path.root, 't.document_id')}
        FROM targets t JOIN ${name(table)} p
          ON p.${name(column(path.last.attribute))} = ${escapeLiteral(linkTo({ uid, documentId: '' }))} || t.document_id
        ${joinOwners(tables, path, 'p.id')}
        WHERE t.locale IS NULL OR ${language} IS NULL OR t.locale = ${language} OR t.locale = (
          SELECT s.value::jsonb #>> '{}' FROM strapi_core_store_settings s
          WHERE s.key = ${escapeLiteral(DEFAULT_LOCALE_SETTING)})`;
    };

  /**
   * Finds rows whose texts contain the URL of a file. The last part of the URL is the file's hash,
   * or the hash of one of its sizes, which has a prefix. All URLs are extracted from the texts
   * once, for any number of files. No index is needed, because a catalogue's texts are a few
   * megabytes.
   */
  const buildUrlUsesSql = (): string =>
    paths
      .texts()
      .map(({ owner, attributes }) => {
        const { name: table, column } = tables(owner);
        const texts = attributes.map((attribute) => `o.${name(column(attribute))}::text`);
        return `SELECT DISTINCT t.document_id AS target, ${escapeLiteral(owner)} AS owner, o.id
          FROM ${name(table)} o
            CROSS JOIN LATERAL (SELECT concat_ws(' ', ${texts.join(', ')})) w(words)
            CROSS JOIN LATERAL regexp_matches(w.words, ${ADDRESS}, 'g') f(found)
            CROSS JOIN LATERAL (VALUES (f.found[1]), (f.found[3])) v(hash)
            JOIN targets t ON t.hash = v.hash
          WHERE strpos(w.words, '/') > 0`;
      })
      .join(' UNION ALL ');

  const listTextPaths = (): readonly TextPath[] => paths.texts().flatMap(paths.toTexts);

  const buildTextUsesSql = (path: TextPath): string =>
    `${buildRowSql('shows', path.root, 'm.target')} FROM mentions m ${joinOwners(tables, path, 'm.id')}
       AND m.owner = ${escapeLiteral(path.owner)}`;

  /**
   * Finds published pages that store an entry in their slots: one that is unpublished, or one that
   * was published again meanwhile. Strapi keeps neither link.
   */
  const buildSlotUsesSql = (root: string): string => {
    const slots = `r.${name(tables(root).column(SLOTS))}`;
    return `${buildRowSql('shows', root, 'm.id')} FROM ${name(tables(root).name)} r
      CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(${slots}) = 'object' THEN ${slots} ELSE '{}' END) s
      CROSS JOIN LATERAL jsonb_array_elements_text(s.value) m(id)
      WHERE r.published_at IS NOT NULL AND EXISTS (SELECT FROM targets t
        WHERE t.document_id = m.id AND (t.locale IS NULL OR t.locale = r.locale))`;
  };

  const listUses = (targetUid: string): readonly string[] =>
    paths
      .listing(targetUid)
      // Every entry references its business lines; their own page already shows that.
      .filter(({ uid }) => uid !== BUSINESS_LINE)
      .map(({ uid, attribute }) => {
        const link = tables(targetUid).link(attribute);
        return `${buildRowSql('lists', uid, 't.document_id')} FROM targets t
          JOIN ${name(link.table)} l ON l.${name(link.from)} = t.id${linkConditions('l', link)}
          JOIN ${name(tables(uid).name)} r ON r.id = l.${name(link.to)}`;
      });

  const recordUses = (targetUid: string): readonly string[] =>
    listRecords({ strapi })
      .filter((record) => record.of === targetUid)
      .map(({ uid, attribute, except }) => {
        const { name: table, column } = tables(uid);
        const exceptCondition =
          except === undefined
            ? ''
            : ` AND (r.${name(column(except.unless))} IS NOT NULL
              OR r.${name(column(except.attribute))} NOT IN (${except.values.map((value) => escapeLiteral(value)).join(', ')}))`;
        return `${buildRowSql('records', uid, `r.${name(column(attribute))}`)} FROM ${name(table)} r
          WHERE r.${name(column(attribute))} IN (SELECT document_id FROM targets)${exceptCondition}`;
      });

  /** SELECT of the rows to remove; for localised types only those of the given locales. */
  const buildTargetsSql = (uid: string): string => {
    const table = name(tables(uid).name);
    if (uid === MEDIA_UID) {
      return `SELECT id, id::text AS document_id, NULL::text AS locale, name::text AS title, hash::text AS hash
        FROM ${table}
        WHERE id::text = ANY(CAST(:ids AS text[]))`;
    }
    const versions = models(uid).hasDrafts
      ? ` AND (CAST(:all AS boolean) OR d.published_at IS NOT NULL)`
      : '';
    const languages = models(uid).isLocalized
      ? ` AND (CAST(:locales AS text[]) IS NULL OR d.locale = ANY(CAST(:locales AS text[])))`
      : '';
    return `SELECT d.id, d.document_id, ${buildLocaleSql(uid, 'd')} AS locale,
        ${buildTitleSql({ models, tables }, uid, 'd')} AS title
      FROM ${table} d WHERE d.document_id = ANY(CAST(:ids AS text[]))${versions}${languages}`;
  };

  /** Returns an SQL expression for the names of the business lines that a row references itself. */
  const buildLineNamesSql = (uid: string): string | null => {
    const attributes = Object.entries(models(uid).attributes).filter(
      ([, { target, mappedBy }]) => target === BUSINESS_LINE && mappedBy === undefined,
    );
    const selects = attributes.map(([attribute]) => {
      const link = tables(uid).link(attribute);
      return `SELECT v.name FROM ${name(link.table)} l
        JOIN ${name(tables(BUSINESS_LINE).name)} v ON v.id = l.${name(link.to)}
        WHERE l.${name(link.from)} = named.row_id${linkConditions('l', link)}`;
    });
    return selects.length === 0
      ? null
      : `ARRAY(SELECT DISTINCT one.name::text FROM (${selects.join(' UNION ')}) one ORDER BY 1)`;
  };

  const compile = (uid: string): string => {
    const all = paths.to(uid);
    const links = isLinkable(uid) ? paths.links() : [];
    const pathsToTexts = uid === MEDIA_UID ? listTextPaths() : [];
    const roots = [...new Set([...all, ...links, ...pathsToTexts].map(({ root }) => root))];
    const selects = [
      ...all.map(buildReferenceUsesSql),
      ...links.map(buildLinkUsesSql(uid)),
      ...pathsToTexts.map(buildTextUsesSql),
      ...all
        .filter(({ root, last }) => {
          const isRemembered = hasStoredSlots(models(root));
          return isRemembered && isSlot(models, models(last.owner), last.attribute);
        })
        .map(({ root }) => root)
        .filter((root, index, others) => others.indexOf(root) === index)
        .map(buildSlotUsesSql),
      ...(uid === MEDIA_UID ? [] : [...listUses(uid), ...recordUses(uid)]),
    ];
    const ofLines = roots.flatMap((root) => {
      const names = buildLineNamesSql(root);
      return names === null ? [] : [`WHEN ${escapeLiteral(root)} THEN ${names}`];
    });
    const namedLines =
      ofLines.length === 0 ? 'NULL::text[]' : `CASE named.uid ${ofLines.join(' ')} END`;
    return `
      WITH targets AS MATERIALIZED (${buildTargetsSql(uid)}),
      ${uid === MEDIA_UID ? `mentions AS MATERIALIZED (${buildUrlUsesSql()}),` : ''}
      found AS (${[NOTHING, ...selects].join(' UNION ALL ')}),
      uses AS (
        SELECT target, how, uid, document_id, locale, bool_or(published) AS published,
          (array_agg(title ORDER BY published DESC, row_id DESC))[1] AS title, max(row_id) AS row_id
        FROM found
        -- Uses by entries that are removed as well do not block the removal.
        WHERE NOT (uid = :uid AND document_id = ANY(CAST(:ids AS text[])))
        GROUP BY target, how, uid, document_id, locale),
      named AS (
        SELECT *, row_number() OVER (w ORDER BY title, document_id, locale) AS at, count(*) OVER w AS total
        FROM uses WINDOW w AS (PARTITION BY target, how, uid, published))
      SELECT target, how, uid, document_id AS "documentId", locale, published AS "isPublished", title, total,
        ${namedLines} AS lines
      FROM named WHERE at <= ${MOST_NAMED}
      UNION ALL
      SELECT DISTINCT ON (document_id) document_id, 'self', NULL, NULL, NULL, NULL, title, NULL, NULL FROM targets
      ORDER BY target, how, uid, "isPublished" DESC, title, "documentId", locale`;
  };

  return (uid: string): string => {
    const statement = statements.get(uid) ?? compile(uid);
    statements.set(uid, statement);
    return statement;
  };
};
