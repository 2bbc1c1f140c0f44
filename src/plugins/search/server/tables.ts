import type { Definition } from '../../../platform/database/installer';

/** What search needs of the database besides PostgreSQL itself; both come with it. */
export const extensions = ['unaccent', 'pg_trgm'] as const;

/** The text search configurations, by the first part of a language's code; others take words as they are. */
export const configurations = { es: 'search.es', en: 'search.en' } as const;
export const OTHER_LANGUAGES = 'search.other';

/**
 * What publishing leaves to be sorted into an index, in kB, and every search reads to the end until then: with
 * PostgreSQL's 4,096 searches took twice as long after many publications.
 */
const PENDING_KB = 64;

const configuration = (name: string, copied: string, dictionary: string): string => `
      DROP TEXT SEARCH CONFIGURATION IF EXISTS ${name};
      CREATE TEXT SEARCH CONFIGURATION ${name} (COPY = pg_catalog.${copied});
      ALTER TEXT SEARCH CONFIGURATION ${name} ALTER MAPPING FOR hword, hword_part, word
        WITH unaccent, ${dictionary};`;

/** The last bits of a document's number are zero: so many filters can say in them that they did not let it pass. */
export const FILTER_BITS = 7;

/** What the index remembers. Releases of different age share it: what is added needs a default. */
export const tableDefinitions: readonly Definition[] = [
  ...extensions.map((name): Definition => ({
    kind: 'extension',
    name,
    create: `CREATE EXTENSION IF NOT EXISTS ${name}`,
    purpose: 'search (GET /api/search answers 503)',
  })),
  {
    kind: 'table',
    // Each published language of each document. Documents have numbers here, for counting what refers to them is most of
    // what a search takes, and numbers are counted several times as fast as ids; their last bits are free (`FILTER_BITS`). `refs`: of the documents that narrow
    // the search to it, of whichever type. `names`: its title, word by word; `words`: all of it, by the stems of its
    // language. A search may look at every row: what only the results of a page need is not here.
    name: 'search.published',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      DROP TABLE IF EXISTS search.entries, search.documents, search.index;
      DO $$ BEGIN
        IF to_regclass('search.built') IS NOT NULL THEN DELETE FROM search.built; END IF;
      END $$;
      ${configuration(configurations.es, 'spanish', 'spanish_stem')}
      ${configuration(configurations.en, 'english', 'english_stem')}
      ${configuration(OTHER_LANGUAGES, 'simple', 'simple')}
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
    // What the results of a page quote.
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
    // The words that titles have, or have had: what typing errors are corrected to, once it is known that one has it now.
    name: 'search.title_words',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.title_words (locale text NOT NULL, word text NOT NULL, PRIMARY KEY (locale, word));
      CREATE INDEX search_title_words ON search.title_words USING gin (word gin_trgm_ops)`,
  },
  {
    kind: 'table',
    // The types of which every published entry is in the index, and how they were indexed.
    name: 'search.built',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      CREATE TABLE search.built (uid text PRIMARY KEY, digest text NOT NULL)`,
  },
  {
    kind: 'table',
    // What has become another lately, as it was before and as it is since; `*`: anything. By the transaction, for rows come in another order
    // than they are committed in.
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
    // Changes that could not be indexed. While there is one, the index is not believed.
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
