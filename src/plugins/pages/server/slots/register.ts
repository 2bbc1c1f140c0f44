import type { WithStrapi } from '../../../../platform/with-strapi';
import { selectedVersions } from '../../../../feature/document-locales';
import { publishes } from '../../../../platform/strapi/document-actions';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { createSlotReader, type SlotReader, type DocumentVersion } from './read';
import { requirePublishedSlots } from './require-published';
import type { Core, UID } from '@strapi/types';
import { slotKey, SLOTS, type RememberedSlots } from '../../../../delivery/plan/slots';

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
    draft.slots.map(({ path, documentIds }) => [slotKey(path), documentIds]),
  );
  await strapi.db.query(uid).update({ where: { id: published.id }, data: { [SLOTS]: memory } });
};

type Params = {
  documentId?: string;
  locale?: string | string[] | null;
  status?: string;
};

type Written = { documentId: string; locale?: string | null };

/** Result of a write: the row, or for `publish` the rows of all locales. */
type Answer = (Written & { entries?: Written[] }) | null;

/**
 * Refuses to publish a page that references unpublished entries. Stores the entries of a page, so
 * that an entry that is unpublished and published again returns to its place.
 */
export const checkPageSlots = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let reader: SlotReader | undefined;

  return async (context, next) => {
    const params = context.params as Params;
    const uid = context.uid;
    if (!publishes(context.action, params)) return next();
    reader ??= createSlotReader({ strapi });
    const slots = reader;
    if (!slots.remembering.has(uid)) return next();

    // One transaction around the whole write, so that an error after it, or a crash before the
    // slots are stored, leaves nothing published.
    return strapi.db.transaction(async () => {
      const publishesDraft = context.action === 'publish' && params.documentId !== undefined;
      if (publishesDraft) {
        for (const locale of await selectedVersions({ strapi }, uid, params)) {
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
