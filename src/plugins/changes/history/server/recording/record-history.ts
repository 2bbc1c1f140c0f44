import type { Core } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { readSelectedVersions } from '#feature/document-locales';
import { getCurrentActor, type Actor } from '#feature/current-actor';
import { getCurrentWriteOrigin } from '#feature/write-origin';
import { isPublishing } from '#platform/strapi/document-actions';
import { historySettings } from '../../settings';
import { hasHistory, buildStateSql } from '../state';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { createModifiedClearing } from './clear-modified';
import { createLinks, type Links, type Link } from './links';
import { escapeIdentifier } from 'pg';
import { createModelLookup } from '#delivery/plan/model';
import { buildTitleSql } from '#catalogue/row-expressions';
import { runPreparedSql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { DELETIONS, EVENTS, STATES } from '../tables';
import type { State } from '../../changes';

/**
 * An event of an entry. `found`: a change by other means was detected; `shared`: a write of another
 * locale changed it.
 */
type EventName =
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

type RecordOptions = {
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
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const compiled = new Map<string, Statements>();

  /** Returns a SELECT of an entry's states by locale. */
  const buildStatesSql = (uid: string, isPublished: boolean): string => {
    const { hasDrafts } = models(uid);
    const compilation = { models, tables };
    const status = hasDrafts ? ` AND d.published_at IS ${isPublished ? 'NOT NULL' : 'NULL'}` : '';
    return (
      `SELECT coalesce(d.locale, '') AS locale, ${buildTitleSql(compilation, uid, 'd')} AS title, ` +
      `${buildStateSql(compilation, uid, 'd')} AS content ` +
      `FROM ${escapeIdentifier(tables(uid).name)} d WHERE d.document_id = :document${status}`
    );
  };

  const compile = (uid: string): Statements => ({
    record: `
      WITH hashed AS MATERIALIZED (
        SELECT now.*, ${HASH} AS hash FROM (${buildStatesSql(uid, false)} OFFSET 0) now),
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
        SELECT now.*, ${HASH} AS hash, CAST(:event AS text) AS event FROM (${buildStatesSql(uid, false)} OFFSET 0) now
        WHERE locale = ANY(CAST(:locales AS text[]))),
      published AS MATERIALIZED (
        SELECT locale, content, ${HASH} AS hash FROM (${buildStatesSql(uid, true)} OFFSET 0) now
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

  const getStatements = (uid: string): Statements => {
    const statements = compiled.get(uid) ?? compile(uid);
    compiled.set(uid, statements);
    return statements;
  };

  const buildBindings = ({ uid, documentId, locales, event, otherwise, actor }: RecordOptions) => ({
    uid,
    document: documentId,
    locales,
    event,
    otherwise,
    kind: actor.kind,
    actor: actor.id,
    name: actor.name,
  });

  /** Records the current version of an entry. */
  const record = async (recording: RecordOptions): Promise<void> => {
    const statement = getStatements(recording.uid).record;
    await strapi.db.transaction(({ trx }) =>
      runPreparedSql({ strapi, trx }, statement, buildBindings(recording)),
    );
  };

  return {
    record,

    /** Records the version before a write, if a change by other means was not recorded. */
    recordMissed: (uid: string, documentId: string): Promise<void> =>
      record({
        ...{ uid, documentId, locales: [], event: 'found', otherwise: 'found' },
        actor: { kind: 'service', id: null, name: null },
      }),

    /** Returns the published versions of an entry by locale. */
    async published(uid: string, documentId: string): Promise<Record<string, State>> {
      if (!models(uid).hasDrafts) return {};
      const { rows } = await strapi.db.transaction(({ trx }) =>
        runPreparedSql(
          { strapi, trx },
          `SELECT locale, content::text AS content FROM (${buildStatesSql(uid, true)}) published`,
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
    async remove(recording: RecordOptions, links: readonly Link[]): Promise<void> {
      const { remove } = getStatements(recording.uid);
      const bindings = { ...buildBindings(recording), links: JSON.stringify(links) };
      await strapi.db.transaction(({ trx }) => runPreparedSql({ strapi, trx }, remove, bindings));
    },
  };
};

type Recorder = ReturnType<typeof createRecorder>;

type Params = {
  documentId?: string;
  locale?: string | readonly string[] | null;
  status?: string;
  data?: Readonly<Record<string, unknown>>;
};

type WrittenRow = { id: number; documentId?: string; locale?: string | null; updatedAt?: unknown };

/** Result of a write: the row, or the rows of all locales that it wrote. */
type Answer = (WrittenRow & { entries?: readonly WrittenRow[] }) | null | undefined;

const events: Readonly<Record<string, EventName>> = {
  create: 'create',
  clone: 'copy',
  update: 'update',
  publish: 'publish',
  unpublish: 'unpublish',
  discardDraft: 'discard',
  delete: 'delete',
};

/**
 * Records a version of the entry, in the transaction of the write, and clears the state "Modified"
 * of a draft that equals the published version. Returns null if the history is switched off.
 */
export const recordHistory = ({ strapi }: WithStrapi): DocumentMiddleware | null => {
  if (!historySettings.of({ strapi }).isOn) return null;
  let recorder: Recorder | undefined;
  let links: Links | undefined;
  const clearModified = createModifiedClearing({ strapi });

  const nameOf = (action: string, params: Params): EventName | undefined => {
    const event = events[action];
    if (event === undefined || event === 'delete') return event;
    const origin = getCurrentWriteOrigin({ strapi });
    if (origin === 'import' || origin === 'restore') return origin;
    if (origin === 'copy' && !isPublishing(action, params)) return origin;
    return isPublishing(action, params) ? 'publish' : event;
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    const event = hasHistory(uid) ? nameOf(action, params) : undefined;
    if (event === undefined) return next();
    recorder ??= createRecorder({ strapi });
    links ??= createLinks({ strapi });
    const currentRecorder = recorder;
    const { leadingTo } = links;
    const actor = getCurrentActor({ strapi });

    return strapi.db.transaction(async () => {
      const { documentId } = params;
      if (documentId !== undefined) await currentRecorder.recordMissed(uid, documentId);
      if (event === 'delete' && documentId !== undefined) {
        const locales = (await readSelectedVersions({ strapi }, uid, params)).map(
          (locale) => locale ?? '',
        );
        const recording = { uid, documentId, locales, event, otherwise: 'found' as const, actor };
        await currentRecorder.remove(recording, await leadingTo(uid, documentId));
        return next();
      }
      const result = await next();
      const answer = result as Answer;
      if (answer === null || answer === undefined) return result;
      if (action === 'update' && documentId !== undefined) {
        await clearModified(uid, documentId, { data: params.data, written: answer });
      }
      const writtenEntries = answer.entries ?? [answer];
      const changedId = action === 'clone' ? answer.documentId : (documentId ?? answer.documentId);
      if (changedId === undefined || writtenEntries.length === 0) return result;
      const locales = [...new Set(writtenEntries.map(({ locale }) => locale ?? ''))];
      await currentRecorder.record({
        uid,
        documentId: changedId,
        locales,
        event,
        otherwise: 'shared',
        actor,
      });
      return result;
    });
  };
};

/** Entry with its written locales. Null for types without locales. */
type DirectWrite = { uid: string; documentId: string; locales: readonly (string | null)[] };

/** Recorders by Strapi instance, because each caches its SQL statements. */
const recorders = new WeakMap<Core.Strapi, Recorder>();

/**
 * Records the versions of entries around a write that bypasses the Document Service. Call it in the
 * transaction of the write.
 */
export const recordDirectWrite = async (
  { strapi }: WithStrapi,
  entries: readonly DirectWrite[],
  write: () => Promise<void>,
): Promise<void> => {
  const recordedEntries = historySettings.of({ strapi }).isOn
    ? entries.filter(({ uid }) => hasHistory(uid))
    : [];
  const recorder = recorders.get(strapi) ?? createRecorder({ strapi });
  recorders.set(strapi, recorder);
  const actor = getCurrentActor({ strapi });
  for (const { uid, documentId } of recordedEntries) await recorder.recordMissed(uid, documentId);
  await write();
  for (const { uid, documentId, locales } of recordedEntries) {
    const writtenLocales = locales.map((locale) => locale ?? '');
    const recording = { uid, documentId, locales: writtenLocales, event: 'update', actor } as const;
    await recorder.record({ ...recording, otherwise: 'shared' });
  }
};
