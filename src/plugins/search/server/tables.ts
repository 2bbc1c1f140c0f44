import type { Definition } from '#platform/database/installer';

/** PostgreSQL extensions that search needs; both are part of its distribution. */
export const extensions = ['unaccent', 'pg_trgm'] as const;

/**
 * Text search configurations by the first part of the language code; other languages use words
 * unchanged.
 */
export const configurations = { es: 'search.es', en: 'search.en' } as const;
export const OTHER_LANGUAGES = 'search.other';

/**
 * Maximum size in kB of the index's pending list, which every search reads completely. With
 * PostgreSQL's default of 4,096, searches took twice as long after many publications.
 */
const PENDING_KB = 64;

const buildConfigurationSql = (name: string, copied: string, dictionary: string): string => `
      DROP TEXT SEARCH CONFIGURATION IF EXISTS ${name};
      CREATE TEXT SEARCH CONFIGURATION ${name} (COPY = pg_catalog.${copied});
      ALTER TEXT SEARCH CONFIGURATION ${name} ALTER MAPPING FOR hword, hword_part, word
        WITH unaccent, ${dictionary};`;

/**
 * Number of low bits of a document's number that are zero, one for each filter that can reject it.
 */
export const FILTER_BITS = 7;

/** Tables of the index. Releases of different age share them, so new columns need a default. */
export const tableDefinitions: readonly Definition[] = [
  ...extensions.map((name): Definition => ({
    kind: 'extension',
    name,
    create: `CREATE EXTENSION IF NOT EXISTS ${name}`,
    purpose: 'search (GET /api/search answers 503)',
  })),
  {
    kind: 'table',
    // One row for each published language of a document. Documents have numbers, because counting
    // references takes most of a search, and numbers are counted several times as fast as ids.
    // Their low bits are free (`FILTER_BITS`). `refs` holds the documents that narrow the
    // search, of all types. `names` holds the words of the title, and whole titles in all languages.
    // `words` holds all words, by the stems of the language. A search may read every row, so data
    // that only the results of a page need is elsewhere.
    name: 'search.published',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      DROP TABLE IF EXISTS search.entries, search.documents, search.index;
      DO $$ BEGIN
        IF to_regclass('search.built') IS NOT NULL THEN DELETE FROM search.built; END IF;
      END $$;
      ${buildConfigurationSql(configurations.es, 'spanish', 'spanish_stem')}
      ${buildConfigurationSql(configurations.en, 'english', 'english_stem')}
      ${buildConfigurationSql(OTHER_LANGUAGES, 'simple', 'simple')}
      CREATE TABLE search.published (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        number bigint NOT NULL,
        slug text,
        title text NOT NULL,
        product_type text,
        refs bigint[] NOT NULL,
        price numeric,
        position integer NOT NULL,
        names tsvector NOT NULL,
        words tsvector NOT NULL,
        PRIMARY KEY (uid, document_id, locale)
      );
      CREATE INDEX search_words ON search.published USING gin (words) WITH (gin_pending_list_limit = ${PENDING_KB});
      CREATE INDEX search_names ON search.published USING gin (names) WITH (gin_pending_list_limit = ${PENDING_KB});
      CREATE INDEX search_refs ON search.published USING gin (refs) WITH (gin_pending_list_limit = ${PENDING_KB});
      CREATE INDEX search_numbers ON search.published (number)`,
  },
  {
    kind: 'table',
    // Texts that the results of a page quote.
    name: 'search.texts',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.texts (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        body text NOT NULL,
        PRIMARY KEY (uid, document_id, locale)
      )`,
  },
  {
    kind: 'table',
    // Words that titles have or have had. Typing errors are corrected to them if a title still has
    // the word.
    name: 'search.title_words',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.title_words (locale text NOT NULL, word text NOT NULL, PRIMARY KEY (locale, word));
      CREATE INDEX search_title_words ON search.title_words USING gin (word gin_trgm_ops)`,
  },
  {
    kind: 'table',
    // Types whose published entries are all in the index, with the digest of their statement.
    name: 'search.built',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.built (uid text PRIMARY KEY, digest text NOT NULL)`,
  },
  {
    kind: 'table',
    // Recent changes of entries, with the values before and after; `*` stands for everything. They
    // are ordered by transaction, because rows are not committed in the order of their insertion.
    name: 'search.changes',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.changes (
        tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        uid text NOT NULL,
        locale text NOT NULL DEFAULT '',
        refs bigint[],
        names tsvector,
        words tsvector
      );
      CREATE INDEX search_changes_at ON search.changes (at)`,
  },
  {
    kind: 'table',
    // Changes that could not be indexed. The index is invalid while there is one.
    name: 'search.faults',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.faults (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        reason text NOT NULL
      )`,
  },
];
