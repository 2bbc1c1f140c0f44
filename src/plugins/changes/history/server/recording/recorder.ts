import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Actor } from '../../../../../feature/current-actor';
import { modelsOf } from '../../../../../delivery/plan/model';
import { titleExpression } from '../../../../../catalogue/title-expression';
import { preparedSql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { stateExpression } from '../state';
import { DELETIONS, EVENTS, STATES } from '../tables';
import type { State } from '../../changes';
import type { Link } from './links';

/**
 * An event of an entry. `found`: a change by other means was detected; `shared`: a write of another
 * locale changed it.
 */
export type EventName =
  | 'create'
  | 'update'
  | 'publish'
  | 'unpublish'
  | 'discard'
  | 'copy'
  | 'import'
  | 'restore'
  | 'delete'
  | 'found'
  | 'shared';

export type Recording = {
  uid: string;
  documentId: string;
  /** Locales of the event; other locales are recorded only if they have changed. */
  locales: readonly string[];
  event: EventName;
  otherwise: 'found' | 'shared';
  actor: Actor;
};

type Statements = { record: string; remove: string };

const EVENT_COLUMNS =
  'uid, document_id, locale, event, actor_kind, actor_id, actor_name, title, state';

const EVENT_VALUES =
  'CAST(:uid AS text), CAST(:document AS text), locale, event, CAST(:kind AS text), CAST(:actor AS text), CAST(:name AS text), title, hash';

/** Includes the entry's id, so that no state belongs to two entries. */
const HASH = `sha256(convert_to(concat_ws(' ', CAST(:uid AS text), CAST(:document AS text), locale, content::text), 'UTF8'))`;

/**
 * Creates a recorder that stores the versions of entries in the running transaction. One SQL
 * statement reads an entry's rows, builds their JSON and stores it if it is new.
 */
export const createRecorder = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  const compiled = new Map<string, Statements>();

  /** Returns a SELECT of an entry's states by locale. */
  const states = (uid: string, isPublished: boolean): string => {
    const { hasDrafts } = models(uid);
    const compilation = { models, tables };
    const status = hasDrafts ? ` AND d.published_at IS ${isPublished ? 'NOT NULL' : 'NULL'}` : '';
    return (
      `SELECT coalesce(d.locale, '') AS locale, ${titleExpression(compilation, uid, 'd')} AS title, ` +
      `${stateExpression(compilation, uid, 'd')} AS content ` +
      `FROM ${escapeIdentifier(tables(uid).name)} d WHERE d.document_id = :document${status}`
    );
  };

  const compile = (uid: string): Statements => ({
    record: `
      WITH hashed AS MATERIALIZED (
        SELECT now.*, ${HASH} AS hash FROM (${states(uid, false)} OFFSET 0) now),
      wanted AS MATERIALIZED (
        SELECT h.*, CASE WHEN h.locale = ANY(CAST(:locales AS text[])) THEN CAST(:event AS text) ELSE CAST(:otherwise AS text) END AS event
        FROM hashed h LEFT JOIN LATERAL (
          SELECT e.state FROM ${EVENTS} e
          WHERE e.uid = CAST(:uid AS text) AND e.document_id = CAST(:document AS text) AND e.locale = h.locale
          ORDER BY e.id DESC LIMIT 1) last ON true
        WHERE h.locale = ANY(CAST(:locales AS text[])) OR last.state IS DISTINCT FROM h.hash),
      kept AS (
        INSERT INTO ${STATES} (hash, content) SELECT hash, content FROM wanted
        ON CONFLICT (hash) DO UPDATE SET used_at = now())
      INSERT INTO ${EVENTS} (${EVENT_COLUMNS}) SELECT ${EVENT_VALUES} FROM wanted`,
    remove: `
      WITH drafts AS MATERIALIZED (
        SELECT now.*, ${HASH} AS hash, CAST(:event AS text) AS event FROM (${states(uid, false)} OFFSET 0) now
        WHERE locale = ANY(CAST(:locales AS text[]))),
      published AS MATERIALIZED (
        SELECT locale, content, ${HASH} AS hash FROM (${states(uid, true)} OFFSET 0) now
        WHERE locale = ANY(CAST(:locales AS text[])) AND ${models(uid).hasDrafts ? 'true' : 'false'}),
      kept AS (
        INSERT INTO ${STATES} (hash, content)
        SELECT DISTINCT ON (hash) hash, content FROM (
          SELECT hash, content FROM drafts UNION ALL SELECT hash, content FROM published) b
        ON CONFLICT (hash) DO UPDATE SET used_at = now()),
      told AS (
        INSERT INTO ${EVENTS} (${EVENT_COLUMNS}) SELECT ${EVENT_VALUES} FROM drafts
        RETURNING id, locale)
      INSERT INTO ${DELETIONS} (event, published, links)
      SELECT told.id, published.hash, coalesce((
          SELECT jsonb_agg(link) FROM jsonb_array_elements(CAST(:links AS jsonb)) link
          WHERE link ->> 'locale' = told.locale), '[]')
      FROM told LEFT JOIN published ON published.locale = told.locale`,
  });

  const statementsFor = (uid: string): Statements => {
    const statements = compiled.get(uid) ?? compile(uid);
    compiled.set(uid, statements);
    return statements;
  };

  const bindingsOf = ({ uid, documentId, locales, event, otherwise, actor }: Recording) => ({
    uid,
    document: documentId,
    locales,
    event,
    otherwise,
    kind: actor.kind,
    actor: actor.id,
    name: actor.name,
  });

  return {
    /** Records the current version of an entry. */
    async record(recording: Recording): Promise<void> {
      const { record } = statementsFor(recording.uid);
      await strapi.db.transaction(({ trx }) =>
        preparedSql({ strapi, trx }, record, bindingsOf(recording)),
      );
    },

    /** Returns the published versions of an entry by locale. */
    async published(uid: string, documentId: string): Promise<Record<string, State>> {
      if (!models(uid).hasDrafts) return {};
      const { rows } = await strapi.db.transaction(({ trx }) =>
        preparedSql(
          { strapi, trx },
          `SELECT locale, content::text AS content FROM (${states(uid, true)}) published`,
          { document: documentId },
        ),
      );
      return Object.fromEntries(
        (rows as { locale: string; content: string }[]).map(({ locale, content }) => [
          locale,
          JSON.parse(content) as State,
        ]),
      );
    },

    /** Records an entry before its deletion, with the references to it. */
    async remove(recording: Recording, links: readonly Link[]): Promise<void> {
      const { remove } = statementsFor(recording.uid);
      const bindings = { ...bindingsOf(recording), links: JSON.stringify(links) };
      await strapi.db.transaction(({ trx }) => preparedSql({ strapi, trx }, remove, bindings));
    },
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
