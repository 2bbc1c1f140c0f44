import type { SlotMemory } from '../../../../delivery/plan/slots';

/** The attribute in which a published row remembers which documents its slots show. */
export const SLOTS = 'slots';

/** Every type that has the attribute remembers its slots: the page documents. */
export const slotMemory: SlotMemory = {
  attributeOf: ({ attributes }) => (SLOTS in attributes ? SLOTS : null),
};
