/** The PostgreSQL channel on which changes are announced; other releases on the database use it as well. */
export const CHANNEL = 'delivery';

/** What is announced there. */
export type Message =
  | { kind: 'documents'; uid: string; documentIds: readonly string[] | 'all' }
  | { kind: 'everything' }
  /** Tells its sender that everything announced before has been received. */
  | { kind: 'barrier'; id: string };

const BARRIER = 'mark ';

export const barrierPayload = (id: string): string => `${BARRIER}${id}`;

/** Reads a message: `*`, a barrier, or a type and its documents as in `api::product.product id,id`. */
export const parseMessage = (payload: string): Message => {
  if (payload === '*') return { kind: 'everything' };
  if (payload.startsWith(BARRIER)) return { kind: 'barrier', id: payload.slice(BARRIER.length) };
  const [uid = '', documentIds = '*'] = payload.split(' ');
  return {
    kind: 'documents',
    uid,
    documentIds: documentIds === '*' ? 'all' : documentIds.split(','),
  };
};
