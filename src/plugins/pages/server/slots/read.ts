import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { modelsOf } from '../../../../delivery/plan/model';
import { documentsOf } from '../../../../platform/strapi/documents';
import { slotPopulation, slotsIn, type Slot } from './find';
import { slotMemory } from './memory';

/** One locale of a document. */
export type DocumentVersion = { documentId: string; locale: string };

export type SlottedRow = { id: number; locale: string | null; slots: readonly Slot[] };

/** Creates a reader for documents that store their slots. */
export const createSlotReader = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const remembering = Object.keys(strapi.contentTypes)
    .filter((uid) => slotMemory.attributeOf(models(uid)) !== null)
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
      const row = await documentsOf({ strapi }, uid).findOne({
        documentId,
        locale,
        status,
        fields: ['id', 'locale'],
        populate: slotPopulation(models, uid),
      });
      if (row === null) return null;
      return {
        id: row.id,
        locale: row.locale ?? null,
        slots: slotsIn(models, uid, row),
      };
    },
  };
};

export type SlotReader = ReturnType<typeof createSlotReader>;
