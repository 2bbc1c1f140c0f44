import type { ExistingFile } from '../existing-file';

/** Upload with its existing file and the callback for the user's decision. */
export type DuplicateDecision = {
  name: string;
  existing: ExistingFile;
  decide: (usesExisting: boolean) => void;
};
