/** The PostgreSQL channel on which changes are told. */
export const CHANNEL = 'delivery';

/** What is told there. */
export type Message =
  | { kind: 'documents'; uid: string; documentIds: readonly string[] | 'all' }
  | { kind: 'everything' }
  /** Says to its sender that everything told before has been heard. */
  | { kind: 'mark'; mark: string };

const MARK = 'mark ';

export const markPayload = (mark: string): string => `${MARK}${mark}`;

/** Reads a message: `*`, a mark, or a type and its documents as in `api::product.product id,id`. */
export const parseMessage = (payload: string): Message => {
  if (payload === '*') return { kind: 'everything' };
  if (payload.startsWith(MARK)) return { kind: 'mark', mark: payload.slice(MARK.length) };
  const [uid = '', documentIds = '*'] = payload.split(' ');
  return {
    kind: 'documents',
    uid,
    documentIds: documentIds === '*' ? 'all' : documentIds.split(','),
  };
};
