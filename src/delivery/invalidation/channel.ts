import { membershipKey, type DependencyKey } from './keys';

/** The PostgreSQL channel on which changes are announced; other releases on the database use it as well. */
export const CHANNEL = 'delivery';

/** What is announced there. */
export type Message =
  /** What published documents of a type hold has changed, or that they are published. */
  | { kind: 'documents'; uid: string; documentIds: readonly string[] | 'all' }
  /**
   * Other documents of a type may be found than before, or in another order: by these values and among all
   * of the type. `all`: by whichever value.
   */
  | { kind: 'selected'; uid: string; keys: readonly DependencyKey[] | 'all' }
  | { kind: 'everything' }
  /** Tells its sender that everything announced before has been received. */
  | { kind: 'barrier'; id: string };

const BARRIER = 'mark ';

/** Begins messages that releases before do not know; they take it for a type that nothing shows. */
export const SELECTED = 'selected ';

export const barrierPayload = (id: string): string => `${BARRIER}${id}`;

/** A type, and a list or `*` for all there is. */
const parseList = (text: string): { uid: string; items: readonly string[] | 'all' } => {
  const [uid = '', items = '*'] = text.split(' ');
  return { uid, items: items === '*' ? 'all' : items.split(',') };
};

/**
 * Reads a message: `*`, a barrier, a type and its documents as in `api::product.product id,id`, or what its
 * documents are selected by as in `selected api::product.product slug=6f1ed002ab55,verticals=8fa14cdd754f`.
 */
export const parseMessage = (payload: string): Message => {
  if (payload === '*') return { kind: 'everything' };
  if (payload.startsWith(BARRIER)) return { kind: 'barrier', id: payload.slice(BARRIER.length) };
  if (payload.startsWith(SELECTED)) {
    const { uid, items } = parseList(payload.slice(SELECTED.length));
    const membership = membershipKey(uid);
    const keys =
      items === 'all' ? items : [membership, ...items.map((value) => `${membership}${value}`)];
    return { kind: 'selected', uid, keys };
  }
  const { uid, items } = parseList(payload);
  return { kind: 'documents', uid, documentIds: items };
};
