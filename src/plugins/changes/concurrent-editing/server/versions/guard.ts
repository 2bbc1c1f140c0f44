import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { type LocaleParameter, resolveSelectedLocales } from '#feature/document-locales';
import { NEW_FORM } from '#feature/unsaved-forms';
import { findModel, isLocalized } from '#platform/strapi/models';
import type { Transaction } from '#platform/strapi/queries';
import { createIdempotentCreation } from '../repeated-creation';
import { createUnsavedChangesStore } from '../unsaved-changes';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { createLocalizedError } from '#platform/http/localized-error';
import { createFieldCheck } from '#platform/strapi/entry-access';
import { editingErrors } from '../errors';
import { getCurrentAuthor, isSameSave, getCurrentWriter, type Author } from './author';
import {
  changeRecordsOf,
  listChangesSince,
  listVersions,
  type ChangeRecord,
  type FieldChange,
  createRecorder,
  isRecorded,
} from './changes';
import { createDraftReader, buildDraftKey, type Draft, type DraftKey } from './draft';
import { resolveExpectation, isMadeInForm, type Expectation } from './expectation';

type Stale = {
  key: DraftKey;
  /** Stored draft; null if it was deleted. */
  draft: Draft | null;
  changes: readonly FieldChange[];
  expectation: Expectation;
};

/**
 * Returns the error of a save that is based on an outdated version, with the changes of others.
 * Authors are only included for panel users, and values only of fields that they may read.
 */
const createStaleVersionError = (
  { strapi }: WithStrapi,
  { key, draft, changes, expectation }: Stale,
): Error => {
  const ctx = strapi.requestContext.get();
  const ability: unknown = (ctx?.state as { userAbility?: unknown } | undefined)?.userAbility;
  const isAllowed =
    ability === undefined ? () => false : createFieldCheck({ strapi }, ability, key.uid);
  const baseVersion =
    expectation.kind === 'versions' && expectation.versions.length === 1
      ? expectation.versions[0]
      : null;
  return createLocalizedError({ strapi }, editingErrors.STALE_VERSION, {
    details: {
      baseVersion,
      currentVersion: draft?.version ?? null,
      isDeleted: draft === null,
      changes: changes.map(({ field, version, by, text }) => ({
        field,
        changedAt: version,
        ...(ability !== undefined && { changedBy: by?.name ?? null }),
        ...(isAllowed(field) && { text }),
      })),
    },
  });
};

type Params = {
  documentId?: string;
  locale?: LocaleParameter;
  baseVersion?: unknown;
  data?: { documentId?: unknown };
};

/** Actions on the form of one entry. */
const saves: ReadonlySet<string> = new Set(['update', 'publish', 'unpublish', 'discardDraft']);

/** Returns whether an action changes the draft's content. */
const isDraftChange = (action: string): boolean => action === 'update' || action === 'discardDraft';

/** Sorts after every version. */
const AFTER_EVERY_VERSION = '~';

/**
 * Refuses a write that is based on an outdated version. It locks the draft's row, and records which
 * fields each write changes, so that a refusal can name them.
 *
 * A save of the panel that does not name its version is compared field by field. It may not
 * overwrite the last change of another user.
 */
export const refuseStaleWrites = ({ strapi }: WithStrapi): DocumentMiddleware => {
  /** Drafts that were checked, by request: a form is checked once, although it is saved in steps. */
  const checked = new WeakMap<object, Set<string>>();
  const drafts = createDraftReader({ strapi });
  const records = changeRecordsOf({ strapi });
  const recorder = createRecorder({ strapi });
  const once = createIdempotentCreation({ strapi });

  const findDraftKey = async (uid: UID.ContentType, params: Params): Promise<DraftKey | null> => {
    const { documentId, locale } = params;
    if (documentId === undefined) return null;
    if (!isLocalized(findModel({ strapi }, uid))) return { uid, documentId, locale: '' };
    const [only, ...others] = (await resolveSelectedLocales({ strapi }, uid, locale)) ?? [];
    return only === undefined || others.length > 0 ? null : { uid, documentId, locale: only };
  };

  const ensureCheckedKeys = (): Set<string> => {
    const request = strapi.requestContext.get();
    if (request === undefined) return new Set();
    const keys = checked.get(request) ?? new Set<string>();
    checked.set(request, keys);
    return keys;
  };

  const check = async (
    key: DraftKey,
    action: string,
    expectation: Expectation,
    draft: Draft | null,
    record: ChangeRecord | null,
    trx: Transaction,
  ): Promise<void> => {
    if (expectation.kind === 'none') return;
    const isKnown = expectation.kind === 'versions';
    // A missing locale has nothing to overwrite, but may have been deleted since the form was
    // opened.
    if (draft === null) {
      if (isKnown)
        throw createStaleVersionError({ strapi }, { key, draft, changes: [], expectation });
      return;
    }
    if (isKnown && expectation.versions.includes(draft.version)) return;
    if (!isKnown && (record === null || action === 'unpublish' || action === 'publish')) return;
    const content = isRecorded(key.uid) ? await recorder.readContent(key, trx) : null;
    const base = isKnown
      ? (expectation.versions.toSorted()[0] ?? null)
      : action === 'discardDraft'
        ? await drafts.publishedVersion(key)
        : null;
    const writer = getCurrentWriter({ strapi });
    // A client that lost the answer to a save repeats it with the values that it has already
    // written.
    const unseenChanges =
      record === null || content === null
        ? []
        : listChangesSince(record, content, base).filter(({ by }) => !isSameSave(by, writer));
    if (!isKnown) {
      const writerId = writer.id;
      // Unrecorded changes came from another locale of the entry or from SQL, and have no author.
      const isSomebodyElses = (author: Author | null): boolean =>
        author !== null && (writerId === null || author.id !== writerId);
      const theirs = unseenChanges.filter(
        ({ field, by }) =>
          isSomebodyElses(by) && (action === 'discardDraft' || expectation.fields.includes(field)),
      );
      if (theirs.length === 0) return;
      throw createStaleVersionError({ strapi }, { key, draft, changes: theirs, expectation });
    }
    // A version newer than all existing ones was never shown to anyone, so it is invalid.
    const latest =
      [draft.version, ...(record === null ? [] : listVersions(record))].toSorted().at(-1) ?? '';
    if (base !== null && base > latest) {
      throw createStaleVersionError(
        { strapi },
        { key, draft, changes: unseenChanges, expectation },
      );
    }
    const isRecordedSince = base !== null && base >= (record?.since ?? AFTER_EVERY_VERSION);
    if (!expectation.isStrict && isRecordedSince && unseenChanges.length === 0) return;
    throw createStaleVersionError({ strapi }, { key, draft, changes: unseenChanges, expectation });
  };

  /** Deletes the author's stored typing, because the form was saved. */
  const forgetTyping = async (
    { uid, documentId, locale }: DraftKey,
    { kind }: Expectation,
  ): Promise<void> => {
    const { id } = getCurrentAuthor({ strapi });
    if (kind === 'none' || id === null) return;
    await createUnsavedChangesStore({ strapi }).forget({ userId: id, uid, documentId, locale });
  };

  /** Records an entry that is created under a former id, because it was restored. */
  const recordRestored = async <Result>(
    uid: UID.ContentType,
    { data, locale }: Params,
    next: () => Result,
  ): Promise<Awaited<Result>> => {
    const documentId = data?.documentId;
    const key =
      typeof documentId === 'string' && isRecorded(uid)
        ? await findDraftKey(uid, { documentId, locale })
        : null;
    if (key === null) return await next();
    return await strapi.db.transaction(async ({ trx }) => {
      const before = await recorder.before(key, null, trx);
      const result = await next();
      if (before.record !== null) await recorder.record(key, before, trx);
      return result;
    });
  };

  /** Creates an entry and deletes the typing of the creation form. */
  const create = async <Result>(
    uid: UID.ContentType,
    params: Params,
    next: () => Result,
  ): Promise<Awaited<Result>> => {
    const result = await once(uid, params, () => recordRestored(uid, params, next));
    const key = isMadeInForm({ strapi }, uid)
      ? await findDraftKey(uid, { ...params, documentId: NEW_FORM })
      : null;
    const { id } = getCurrentAuthor({ strapi });
    if (key !== null && id !== null)
      await createUnsavedChangesStore({ strapi }).forget({ ...key, userId: id });
    return result;
  };

  const remove = async <Result>(
    uid: UID.ContentType,
    { documentId }: Params,
    next: () => Result,
  ): Promise<Awaited<Result>> => {
    if (documentId === undefined || !isRecorded(uid)) return await next();
    return await strapi.db.transaction(async ({ trx }) => {
      const result = await recorder.aroundDeletion(uid, documentId, trx, next);
      const { id } = getCurrentAuthor({ strapi });
      if (id !== null)
        await createUnsavedChangesStore({ strapi }).forgetDocument(id, uid, documentId);
      return result;
    });
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    if (action === 'delete') return remove(uid, params, next);
    if (action === 'create') return create(uid, params, next);
    if (!saves.has(action)) return next();
    const isChange = isDraftChange(action) && isRecorded(uid);
    const expectation =
      params.documentId === undefined
        ? ({ kind: 'none' } as const)
        : resolveExpectation({ strapi }, { uid, action, ...params, documentId: params.documentId });
    if (!isChange && expectation.kind === 'none') return next();
    const key = await findDraftKey(uid, params);
    if (key === null) return next();

    return strapi.db.transaction(async ({ trx }) => {
      const draft = await drafts.lock(key, trx);
      const record = isRecorded(uid) ? await records.find(key, trx) : null;
      const checkedWrites = ensureCheckedKeys();
      if (!checkedWrites.has(buildDraftKey(key)))
        await check(key, action, expectation, draft, record, trx);
      if (expectation.kind !== 'none') checkedWrites.add(buildDraftKey(key));
      await forgetTyping(key, expectation);
      if (!isChange) return next();

      const before = record === null ? await recorder.before(key, draft, trx) : { draft, record };
      const result = await next();
      if (draft !== null && action === 'update') {
        const later = await drafts.makeLater(key, draft, trx);
        const written = result as { updatedAt?: unknown } | null;
        if (written?.updatedAt !== undefined && later !== null) written.updatedAt = later.version;
      }
      await recorder.record(key, before, trx);
      return result;
    });
  };
};
