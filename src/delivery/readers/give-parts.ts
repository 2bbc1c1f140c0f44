import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentPart } from './reader';

/** Number of documents passed on before the event loop runs other work; a few milliseconds. */
const IN_ONE_TURN = 500;

/**
 * Passes on documents that were read together, each with its position. Missing documents (null) are
 * skipped.
 */
export const giveParts = async (
  parts: readonly (DocumentPart | null)[],
  take: (place: number, part: DocumentPart) => void,
): Promise<void> => {
  for (const [place, part] of parts.entries()) {
    if (place > 0 && place % IN_ONE_TURN === 0) await nextTurn();
    if (part !== null) take(place, part);
  }
};
