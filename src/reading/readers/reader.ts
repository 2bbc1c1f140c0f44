import type { SortKey } from '../plan/source';
import type { Conditions } from '../filter';
import type { Contract } from '../plan/contract';
import type { Given } from './document-service/selection';

/** One language of one document. */
export type Reference = { documentId: string; locale: string | null };

/** Which documents are meant, and in which order. */
export type Question = {
  where?: Conditions;
  /** One language; every language unless given. Types without languages do not mind. */
  locale?: string | undefined;
  sort?: readonly SortKey[];
};

export type Window = { start: number; limit: number };

/** A way of reading documents in the form that a contract describes. All ways give the same JSON. */
export type Renderer = {
  /** Every document that is meant, or those in `window`. */
  list: (uid: string, question: Question, window?: Window) => Promise<readonly Reference[]>;
  count: (uid: string, question: Question) => Promise<number>;
  /** The JSON text of each document, in the order given; null for one that is no longer there. */
  render: (
    contract: Contract,
    references: readonly Reference[],
    given: Given,
  ) => Promise<readonly (string | null)[]>;
};
