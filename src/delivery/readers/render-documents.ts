import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RenderedDocument } from './reader';

/** Number of documents passed on before the event loop runs other work; a few milliseconds. */
const DOCUMENTS_PER_TURN = 500;

/**
 * Passes on documents that were read together, each with its position. Missing documents (null) are
 * skipped.
 */
export const renderDocuments = async (
  documents: readonly (RenderedDocument | null)[],
  onDocument: (position: number, document: RenderedDocument) => void,
): Promise<void> => {
  for (const [position, document] of documents.entries()) {
    if (position > 0 && position % DOCUMENTS_PER_TURN === 0) await nextTurn();
    if (document !== null) onDocument(position, document);
  }
};
