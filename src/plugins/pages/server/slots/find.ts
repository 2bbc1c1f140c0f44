import type { Model, ModelLookup } from '../../../../reading/plan/model';
import { rowIn, rowsIn, type Row } from '../../../../reading/readers/document-service/row';

/** The attribute in which a published row remembers which documents its slots name. */
export const SLOTS = 'slots';

/**
 * A place in a document that shows other documents: a relation of the document itself or of a component
 * within it, to a type that can be unpublished.
 */
export type Slot = {
  /** Attribute names and positions from the document down to the relation, as in `['shelves', '0', 'products']`. */
  path: readonly string[];
  /** The type of the documents shown. */
  uid: string;
  /** The documents shown, in the editor's order. */
  documentIds: readonly string[];
};

/** Whether documents of this type remember their slots. */
export const remembersSlots = (model: Model): boolean => SLOTS in model.attributes;

/** Whether an attribute of a remembering type, or of a component within it, is a slot. */
export const isSlot = (models: ModelLookup, model: Model, name: string): boolean => {
  const attribute = model.attributes[name];
  return (
    attribute?.kind === 'relation' &&
    attribute.target !== undefined &&
    models(attribute.target).hasDrafts
  );
};

/** How a slot is called in the memory that a published row keeps. */
export const slotKey = (path: readonly string[]): string => path.join('/');

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

const parts = (row: Row, name: string, isMany: boolean): readonly (readonly [string[], Row])[] => {
  if (isMany) return rowsIn(row, name).map((part, at) => [[name, String(at)], part] as const);
  const part = rowIn(row, name);
  return part === undefined ? [] : [[[name], part]];
};

/** Every slot of a document that was read with {@link slotPopulation}. */
export const slotsIn = (models: ModelLookup, model: Model, row: Row): readonly Slot[] =>
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
