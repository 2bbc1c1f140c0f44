import type { SlotMemory } from '../../../../delivery/plan/slots';

/** Attribute in which a published row stores the documents of its slots. */
export const SLOTS = 'slots';

/** Applies to every type that has the attribute, which are the page types. */
export const slotMemory: SlotMemory = {
  attributeOf: ({ attributes }) => (SLOTS in attributes ? SLOTS : null),
};
