import type { KnownFile } from '../known';

/** Upload with its existing file and the callback for the user's decision. */
export type DuplicateDecision = {
  name: string;
  known: KnownFile;
  decide: (usesKnown: boolean) => void;
};
