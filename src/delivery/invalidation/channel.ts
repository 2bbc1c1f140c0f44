import { buildMembershipKey, type DependencyKey } from './keys';

/** PostgreSQL channel for change messages. Other releases on the same database use it as well. */
export const CHANNEL = 'delivery';

/**
 * PostgreSQL channel that names written drafts: `api::product.product id,id`. Responses never show
 * drafts, so the caches need not know them.
 */
export const DRAFTS_CHANNEL = 'drafts';

/** Maximum bytes of items in a message: 8,000 without a type and the longest document ID. */
export const MESSAGE_BYTES = 7_000;

/** Written drafts of a type; null means that drafts of any type may have been written. */
export type DraftChange = { uid: string; documentIds: readonly string[] | 'all' } | null;

export type Message =
  /** Published documents of a type have changed, or were published or unpublished. */
  | { kind: 'documents'; uid: string; documentIds: readonly string[] | 'all' }
  /**
   * Queries of a type may find other documents or another order: queries by these values, and
   * queries over the whole type. `all` means by any value.
   */
  | { kind: 'selected'; uid: string; keys: readonly DependencyKey[] | 'all' }
  | { kind: 'everything' }
  /** Confirms to its sender that all earlier messages have been received. */
  | { kind: 'barrier'; id: string };

const BARRIER = 'mark ';

/** Prefix that earlier releases read as a type that no response shows. */
export const SELECTED = 'selected ';

export const buildBarrierPayload = (id: string): string => `${BARRIER}${id}`;

/** Parses a type and a list of items; `*` means all. */
const parseList = (text: string): { uid: string; items: readonly string[] | 'all' } => {
  const [uid = '', items = '*'] = text.split(' ');
  return { uid, items: items === '*' ? 'all' : items.split(',') };
};

/**
 * Parses a message: `*`, a barrier, a type with document IDs as in `api::product.product id,id`, or
 * a type with query values as in `selected api::product.product
 * slug=6f1ed002ab55,verticals=8fa14cdd754f`.
 */
export const parseMessage = (payload: string): Message => {
  if (payload === '*') return { kind: 'everything' };
  if (payload.startsWith(BARRIER)) return { kind: 'barrier', id: payload.slice(BARRIER.length) };
  if (payload.startsWith(SELECTED)) {
    const { uid, items } = parseList(payload.slice(SELECTED.length));
    const membership = buildMembershipKey(uid);
    const keys =
      items === 'all' ? items : [membership, ...items.map((value) => `${membership}${value}`)];
    return { kind: 'selected', uid, keys };
  }
  const { uid, items } = parseList(payload);
  return { kind: 'documents', uid, documentIds: items };
};

export const parseDraftChange = (payload: string): DraftChange => {
  const { uid, items } = parseList(payload);
  return { uid, documentIds: items };
};
