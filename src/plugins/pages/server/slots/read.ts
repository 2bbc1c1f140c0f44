import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { modelsOf } from '../../../../delivery/plan/model';
import { documentsOf } from '../../../../platform/strapi/documents';
import { slotPopulation, slotsIn, type Slot } from './find';
import { slotMemory } from './memory';

/** One language version of a document. */
export type DocumentVersion = { documentId: string; locale: string };

export type SlottedRow = { id: number; locale: string | null; slots: readonly Slot[] };

/** Finds and reads documents that remember their slots. */
export const createSlotReader = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const remembering = Object.keys(strapi.contentTypes)
    .filter((uid) => slotMemory.attributeOf(models(uid)) !== null)
    .map((uid) => uid as UID.ContentType);

  return {
    /** The types whose published rows remember their slots. */
    remembering: new Set<string>(remembering),

    /** One version of a document in one language with what each of its slots names, or null. */
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
