import type { Core, UID } from '@strapi/types';
import { SLOTS, slotKey } from './find';
import type { SlotReader } from './read';

/**
 * Writes into a document's published row which documents its slots name, taken from the draft it was
 * just published from. The draft names them all, for its relations point at drafts, which stay when an
 * entry is unpublished.
 */
export const rememberSlots = async (
  { strapi, reader }: { strapi: Core.Strapi; reader: SlotReader },
  uid: UID.ContentType,
  place: { documentId: string; locale: string },
): Promise<void> => {
  const [draft, published] = [
    await reader.read(uid, place, 'draft'),
    await reader.read(uid, place, 'published'),
  ];
  if (draft === null || published === null) return;
  const memory = Object.fromEntries(
    draft.slots.map(({ path, documentIds }) => [slotKey(path), documentIds]),
  );
  await strapi.db.query(uid).update({ where: { id: published.id }, data: { [SLOTS]: memory } });
};
