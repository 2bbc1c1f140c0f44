import type { Core, UID } from '@strapi/types';
import { createTitleFilter } from '#catalogue/access/hidden-entries';
import {
  type ModelLookup,
  createModelLookup,
  isSlot,
  type RememberedSlots,
  buildSlotKey,
  SLOTS,
  hasStoredSlots,
} from '#delivery/plan/model';
import { readSelectedVersions } from '#feature/document-locales';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { defineErrors, type MessageLanguage } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { getCurrentLanguage } from '#platform/http/message-language';
import { isPublishing } from '#platform/strapi/document-actions';
import { getDocumentService } from '#platform/strapi/documents';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  type DocumentRow,
  buildPopulate,
  type Relation,
  listRelations,
  type Selects,
} from './relations';

/** A relation of a document, or of a component within it, to a type that can be unpublished. */
type Slot = Relation;

const createSlotSelector =
  (models: ModelLookup): Selects =>
  (uid, name) =>
    isSlot(models, models(uid), name);

/** Returns the population that reads the documents in every slot of a type, and nothing else. */
const buildSlotPopulate = (models: ModelLookup, uid: string): Record<string, unknown> =>
  buildPopulate(models, uid, createSlotSelector(models));

/** Returns every slot of a document that was read with {@link buildSlotPopulate}. */
const listSlots = (models: ModelLookup, uid: string, row: DocumentRow): readonly Slot[] =>
  listRelations(models, uid, row, createSlotSelector(models));

type DocumentVersion = { documentId: string; locale: string };

type SlottedRow = { id: number; locale: string | null; slots: readonly Slot[] };

/** Creates a reader for documents that store their slots. */
const createSlotReader = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const remembering = Object.keys(strapi.contentTypes)
    .filter((uid) => hasStoredSlots(models(uid)))
    .map((uid) => uid as UID.ContentType);

  return {
    /** Types whose published rows store their slots. */
    remembering: new Set<string>(remembering),

    /** Returns one version of a document in one locale with the documents in each slot, or null. */
    async read(
      uid: UID.ContentType,
      { documentId, locale }: DocumentVersion,
      status: 'draft' | 'published',
    ): Promise<SlottedRow | null> {
      const row = await getDocumentService({ strapi }, uid).findOne({
        documentId,
        locale,
        status,
        fields: ['id', 'locale'],
        populate: buildSlotPopulate(models, uid),
      });
      if (row === null) return null;
      return {
        id: row.id,
        locale: row.locale ?? null,
        slots: listSlots(models, uid, row),
      };
    },
  };
};

type SlotReader = ReturnType<typeof createSlotReader>;

const slotErrors = defineErrors({
  UNPUBLISHED_ENTRIES: {
    status: 400,
    message: {
      en: 'This page shows entries that are not published. Publish them first, or remove them from the page.',
      es: 'Esta página muestra entradas que no están publicadas. Publícalas antes o quítalas de la página.',
    },
  },
});

/** Error text at the position of each such entry, after the entry's name. */
const isUnpublished: Record<MessageLanguage, string> = {
  en: 'is not published in this language.',
  es: 'no está publicada en este idioma.',
};

type TitledRow = { title?: string; name?: string };

const loadPublishedIds = async (
  { strapi }: WithStrapi,
  uid: string,
  documentIds: readonly string[],
  locale: string | null,
): Promise<ReadonlySet<string>> => {
  const rows = await getDocumentService({ strapi }, uid).findMany({
    filters: { documentId: { $in: documentIds } },
    fields: ['documentId'],
    status: 'published',
    locale,
  });
  return new Set(rows.map(({ documentId }) => documentId));
};

const loadTitle = async (
  { strapi }: WithStrapi,
  uid: string,
  documentId: string,
): Promise<string> => {
  const [row] = await getDocumentService({ strapi }, uid).findMany({
    filters: { documentId },
    status: 'draft',
    locale: '*',
    limit: 1,
  });
  const { title, name } = (row ?? {}) as TitledRow;
  return title ?? name ?? documentId;
};

/** Returns the documents in a draft's slots that are not published. */
const findUnpublishedSlots = async (
  { strapi }: WithStrapi,
  slots: readonly Slot[],
  locale: string | null,
) => {
  const unpublishedSlots: {
    path: readonly string[];
    uid: string;
    documentId: string;
    title: string;
  }[] = [];
  for (const uid of new Set(slots.map((slot) => slot.uid))) {
    const ofType = slots.filter((slot) => slot.uid === uid);
    const requestedIds = [...new Set(ofType.flatMap(({ documentIds }) => documentIds))];
    const published = await loadPublishedIds({ strapi }, uid, requestedIds, locale);
    for (const documentId of requestedIds.filter((id) => !published.has(id))) {
      const title = await loadTitle({ strapi }, uid, documentId);
      for (const { path, documentIds } of ofType) {
        if (documentIds.includes(documentId))
          unpublishedSlots.push({ path, uid, documentId, title });
      }
    }
  }
  return unpublishedSlots;
};

/**
 * Refuses to publish a document that shows entries which are not published in its locale. Strapi
 * would publish it with gaps.
 *
 * @throws ValidationError `UNPUBLISHED_ENTRIES` with every such entry and its position
 */
const requirePublishedSlots = async (
  { strapi, reader }: { strapi: Core.Strapi; reader: SlotReader },
  uid: UID.ContentType,
  version: DocumentVersion,
): Promise<void> => {
  const draft = await reader.read(uid, version, 'draft');
  if (draft === null) return;
  const missingSlots = await findUnpublishedSlots({ strapi }, draft.slots, draft.locale);
  if (missingSlots.length === 0) return;
  const titleFor = await createTitleFilter({ strapi }, missingSlots);
  const namedSlots = missingSlots.map((slot) => ({ ...slot, title: titleFor(slot, slot.title) }));
  const names = [...new Set(namedSlots.map(({ title }) => `“${title}”`))].join(', ');
  const language = getCurrentLanguage({ strapi });
  throw createLocalizedError({ strapi }, slotErrors.UNPUBLISHED_ENTRIES, {
    subject: names,
    details: {
      entries: namedSlots,
      errors: namedSlots.map(({ path, title }) => ({
        path,
        message: `“${title}” ${isUnpublished[language]}`,
        name: 'ValidationError',
      })),
    },
  });
};

/**
 * Stores the documents of all slots in a document's published row, taken from the draft that was
 * just published. Only the draft has them all: its relations lead to drafts, which remain when an
 * entry is unpublished.
 */
const rememberSlots = async (
  { strapi, reader }: { strapi: Core.Strapi; reader: SlotReader },
  uid: UID.ContentType,
  version: DocumentVersion,
): Promise<void> => {
  const [draft, published] = [
    await reader.read(uid, version, 'draft'),
    await reader.read(uid, version, 'published'),
  ];
  if (draft === null || published === null) return;
  const memory: RememberedSlots = Object.fromEntries(
    draft.slots.map(({ path, documentIds }) => [buildSlotKey(path), documentIds]),
  );
  await strapi.db.query(uid).update({ where: { id: published.id }, data: { [SLOTS]: memory } });
};

type Params = {
  documentId?: string;
  locale?: string | string[] | null;
  status?: string;
};

type WriteResult = { documentId: string; locale?: string | null };

/** Result of a write: the row, or for `publish` the rows of all locales. */
type Answer = (WriteResult & { entries?: WriteResult[] }) | null;

/**
 * Refuses to publish a page that references unpublished entries. Stores the entries of a page, so
 * that an entry that is unpublished and published again returns to its place.
 */
export const checkPageSlots = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let reader: SlotReader | undefined;

  return async (context, next) => {
    const params = context.params as Params;
    const uid = context.uid;
    if (!isPublishing(context.action, params)) return next();
    reader ??= createSlotReader({ strapi });
    const slots = reader;
    if (!slots.remembering.has(uid)) return next();

    // One transaction around the whole write, so that an error after it, or a crash before the
    // slots are stored, leaves nothing published.
    return strapi.db.transaction(async () => {
      const publishesDraft = context.action === 'publish' && params.documentId !== undefined;
      if (publishesDraft) {
        for (const locale of await readSelectedVersions({ strapi }, uid, params)) {
          if (locale === null) continue;
          await requirePublishedSlots({ strapi, reader: slots }, uid, {
            documentId: String(params.documentId),
            locale,
          });
        }
      }
      const result = await next();
      const answer = result as Answer;
      for (const { documentId, locale } of answer?.entries ?? (answer ? [answer] : [])) {
        const version = {
          documentId: documentId || String(params.documentId),
          locale: locale ?? '',
        };
        if (!publishesDraft) await requirePublishedSlots({ strapi, reader: slots }, uid, version);
        await rememberSlots({ strapi, reader: slots }, uid, version);
      }
      return result;
    });
  };
};
