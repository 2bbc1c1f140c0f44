import {
  rowIn,
  rowsIn,
  type DocumentRow,
} from '../../../../reading/readers/document-service/document-row';
import type { Model, ModelLookup } from '../../../../reading/plan/model';
import { isSlot } from '../../../../reading/plan/slots';

/** A relation of a document, or of a component within it, to a type that can be unpublished. */
export type Slot = {
  /** Attribute names and positions from the document to the relation: `['shelves', '0', 'products']`. */
  path: readonly string[];
  /** The type of the documents shown. */
  uid: string;
  /** The documents shown, in the editor's order. */
  documentIds: readonly string[];
};

type Populate = Record<string, unknown>;

/** The population that reads the documents behind every slot of a type, and nothing else. */
export const slotPopulation = (models: ModelLookup, model: Model): Populate => {
  const populate: Populate = {};
  for (const [name, { kind, target, zone }] of Object.entries(model.attributes)) {
    if (isSlot(models, model, name)) populate[name] = { fields: ['documentId'] };
    if (kind === 'component' && target !== undefined) {
      populate[name] = { populate: slotPopulation(models, models(target)) };
    }
    if (kind === 'zone') {
      const on: [string, unknown][] = zone.map((uid) => [
        uid,
        { populate: slotPopulation(models, models(uid)) },
      ]);
      populate[name] = { on: Object.fromEntries(on) };
    }
  }
  return populate;
};

const parts = (
  row: DocumentRow,
  name: string,
  isMany: boolean,
): readonly (readonly [string[], DocumentRow])[] => {
  if (isMany) return rowsIn(row, name).map((part, at) => [[name, String(at)], part] as const);
  const part = rowIn(row, name);
  return part === undefined ? [] : [[[name], part]];
};

/** Every slot of a document that was read with {@link slotPopulation}. */
export const slotsIn = (models: ModelLookup, model: Model, row: DocumentRow): readonly Slot[] =>
  Object.entries(model.attributes).flatMap(([name, { kind, target, isMany }]): readonly Slot[] => {
    if (target !== undefined && isSlot(models, model, name)) {
      const shown = isMany ? rowsIn(row, name) : [rowIn(row, name)];
      const documentIds = shown.flatMap((one) => (one ? [String(one.documentId)] : []));
      return [{ path: [name], uid: target, documentIds }];
    }
    if (kind !== 'component' && kind !== 'zone') return [];
    return parts(row, name, isMany).flatMap(([path, part]) => {
      const inner = models(kind === 'zone' ? String(part.__component) : String(target));
      return slotsIn(models, inner, part).map((slot) => ({
        ...slot,
        path: [...path, ...slot.path],
      }));
    });
  });
