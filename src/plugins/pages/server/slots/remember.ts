import type { Core, UID } from '@strapi/types';
import { slotKey, type RememberedSlots } from '../../../../delivery/plan/slots';
import { SLOTS } from './memory';
import type { DocumentVersion, SlotReader } from './read';

/**
 * Stores the documents of all slots in a document's published row, taken from the draft that was
 * just published. Only the draft has them all: its relations lead to drafts, which remain when an
 * entry is unpublished.
 */
export const rememberSlots = async (
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
