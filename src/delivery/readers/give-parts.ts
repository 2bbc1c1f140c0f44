import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentPart } from './reader';

/** So many parts are taken before others have their turn: a few milliseconds. */
const IN_ONE_TURN = 500;

/** Gives parts that were read together, each with its place among them; null for a document that is no longer there. */
export const giveParts = async (
  parts: readonly (DocumentPart | null)[],
  take: (place: number, part: DocumentPart) => void,
): Promise<void> => {
  for (const [place, part] of parts.entries()) {
    if (place > 0 && place % IN_ONE_TURN === 0) await nextTurn();
    if (part !== null) take(place, part);
  }
};
