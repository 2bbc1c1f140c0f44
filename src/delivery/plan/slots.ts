import type { Model, ModelLookup } from './model';

/**
 * Slots are relations of a document, or of a component within it, to types that can be unpublished. Strapi
 * empties such a relation of a published row for good when its target is unpublished
 * (https://github.com/strapi/strapi/issues/25361), so the row has to remember by itself what it shows. The
 * engine only reads that memory; a feature writes it, and says through this port where it is.
 */
export type SlotMemory = {
  /**
   * The JSON attribute in which published rows of a model keep {@link RememberedSlots}; null where they keep
   * nothing and relations are read as they are.
   */
  attributeOf: (model: Model) => string | null;
};

/** Which documents each slot of a published row shows, in the editor's order, by {@link slotKey}. */
export type RememberedSlots = Readonly<Record<string, readonly string[]>>;

export const noSlotMemory: SlotMemory = { attributeOf: () => null };

/** Whether an attribute of a document, or of a component within it, is a slot. */
export const isSlot = (models: ModelLookup, model: Model, name: string): boolean => {
  const attribute = model.attributes[name];
  return (
    attribute?.kind === 'relation' &&
    attribute.target !== undefined &&
    models(attribute.target).hasDrafts
  );
};

/**
 * The key of a slot in a row's memory. It is stored, and the compiled statements build it as well.
 *
 * @param path attribute names and positions from the document to the relation: `['shelves', '0', 'products']`
 */
export const slotKey = (path: readonly string[]): string => path.join('/');
