import { isSlot } from '../../../../delivery/plan/slots';
import type { ModelLookup } from '../../../../delivery/plan/model';
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
export const slotPopulation = (models: ModelLookup, uid: string): Record<string, unknown> =>
  populationOf(models, uid, slotsOf(models));

/** Returns every slot of a document that was read with {@link slotPopulation}. */
export const slotsIn = (models: ModelLookup, uid: string, row: DocumentRow): readonly Slot[] =>
  relationsIn(models, uid, row, slotsOf(models));
