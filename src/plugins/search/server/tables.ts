import type { Definition } from '../../../database/installer';

/** What search needs of the database besides PostgreSQL itself; both come with it. */
export const extensions = ['unaccent', 'pg_trgm'] as const;

/** The text search configurations, by the first part of a language's code; others take words as they are. */
export const configurations = { es: 'search.es', en: 'search.en' } as const;
export const OTHER_LANGUAGES = 'search.other';

const configuration = (name: string, copied: string, dictionary: string): string => `
      CREATE TEXT SEARCH CONFIGURATION ${name} (COPY = pg_catalog.${copied});
      ALTER TEXT SEARCH CONFIGURATION ${name} ALTER MAPPING FOR hword, hword_part, word
        WITH unaccent, ${dictionary};`;

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
    // Each published language of each document. `refs`: the documents that narrow the search to it, of whichever
    // type. `names`: its title, word by word; `words`: all of it, by the stems of its language.
    name: 'search.entries',
    needs: extensions,
    create: `CREATE SCHEMA IF NOT EXISTS search;
      ${configuration(configurations.es, 'spanish', 'spanish_stem')}
      ${configuration(configurations.en, 'english', 'english_stem')}
      ${configuration(OTHER_LANGUAGES, 'simple', 'simple')}
      CREATE TABLE search.entries (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        slug text,
        title text NOT NULL,
        body text NOT NULL,
        product_type text,
        refs text[] NOT NULL,
        price numeric,
        position integer NOT NULL,
        names tsvector NOT NULL,
        words tsvector NOT NULL,
        plain text NOT NULL,
        PRIMARY KEY (uid, document_id, locale)
      );
      CREATE INDEX search_words ON search.entries USING gin (words);
      CREATE INDEX search_names ON search.entries USING gin (names);
      CREATE INDEX search_refs ON search.entries USING gin (refs);
      CREATE INDEX search_plain ON search.entries USING gin (plain gin_trgm_ops);
      CREATE INDEX search_documents ON search.entries (document_id)`,
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
