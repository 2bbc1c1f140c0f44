import type { Model, ModelLookup } from './model';

/**
 * JSON attribute in which a published row stores the documents of its slots; page types have it. A
 * slot is a relation of a document, or of a component within it, to a type that can be unpublished.
 * When the target is unpublished, Strapi permanently empties the relation of the published row
 * (https://github.com/strapi/strapi/issues/25361). A feature writes the attribute, and the engine
 * only reads it.
 */
export const SLOTS = 'slots';

/** Document IDs in each slot of a published row, in the editor's order, by {@link slotKey}. */
export type RememberedSlots = Readonly<Record<string, readonly string[]>>;

export const storesSlots = ({ attributes }: Model): boolean => SLOTS in attributes;

/** Returns true if an attribute of a document, or of a component within it, is a slot. */
export const isSlot = (models: ModelLookup, model: Model, name: string): boolean => {
  const attribute = model.attributes[name];
  return (
    attribute?.kind === 'relation' &&
    attribute.target !== undefined &&
    models(attribute.target).hasDrafts
  );
};

/**
 * Returns the key of a slot in a row's stored slots. The key is persisted, and the compiled
 * statements build it as well.
 *
 * @param path attribute names and positions from the document to the relation: `['shelves', '0',
 * 'products']`
 */
export const slotKey = (path: readonly string[]): string => path.join('/');
