import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { modelsOf, type ModelLookup } from '../../../../delivery/plan/model';
import { documentsOf } from '../../../../platform/strapi/documents';
import { isSlot, storesSlots } from '../../../../delivery/plan/slots';
import {
  populationOf,
  relationsIn,
  type DocumentRow,
  type Relation,
  type Selects,
} from '../relations';

/** A relation of a document, or of a component within it, to a type that can be unpublished. */
export type Slot = Relation;

const slotsOf =
  (models: ModelLookup): Selects =>
  (uid, name) =>
    isSlot(models, models(uid), name);

/** Returns the population that reads the documents in every slot of a type, and nothing else. */
const slotPopulation = (models: ModelLookup, uid: string): Record<string, unknown> =>
  populationOf(models, uid, slotsOf(models));

/** Returns every slot of a document that was read with {@link slotPopulation}. */
const slotsIn = (models: ModelLookup, uid: string, row: DocumentRow): readonly Slot[] =>
  relationsIn(models, uid, row, slotsOf(models));

/** One locale of a document. */
export type DocumentVersion = { documentId: string; locale: string };

export type SlottedRow = { id: number; locale: string | null; slots: readonly Slot[] };

/** Creates a reader for documents that store their slots. */
export const createSlotReader = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const remembering = Object.keys(strapi.contentTypes)
    .filter((uid) => storesSlots(models(uid)))
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
