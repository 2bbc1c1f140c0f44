import type { Text } from '../../feature/layout';
import type { Severity } from '../../feature/readiness';

/** The type of the findings about files. */
export const FILES = 'plugin::upload.file';

/** The code of links that lead nowhere within a site. */
export const DEAD_ADDRESS = 'ADDRESS_LEADS_NOWHERE';

/** The code of pictures without a text for those who do not see them. */
export const UNDESCRIBED = 'ALTERNATIVE_TEXT_MISSING';

/** Entries of one type, in one language, of which the same is to be said. */
export type Group = {
  /** What is to be said, for programs and in words. */
  code: string;
  title: Text;
  severity: Severity;
  uid: string;
  /** What the type is called, as an id of the panel's texts. */
  type: string;
  /** Null where the type has no languages. */
  locale: string | null;
  count: number;
  /**
   * The fields by which whoever asks mends it for many entries at once, in each of the languages; null: there are none
   * that they may change and that a grid holds.
   */
  mend: { fields: readonly string[]; locales: readonly string[] } | null;
  /** Whether it is mended in a file instead: what is missing there is a language, or stands in a part of the entry. */
  isMendedInFile: boolean;
};

export type Health = {
  groups: readonly Group[];
  /** The pages that a business line has in no version, and could have. */
  missingPages: number;
  /** What payment accounts sell and no entry names; 0 for whoever may not make entries for it. */
  unnamedProducts: number;
  /** When everything was looked at last, in ISO 8601; null: never. What changed since is looked at every minute. */
  lookedAt: string | null;
  /** Whether everything is being looked at now. */
  isLooking: boolean;
};

/** A file about which there is something to say. */
export type FoundFile = {
  id: number;
  name: string;
  /** Of a small picture; null where it is none. */
  picture: string | null;
  /** In kB. */
  size: number;
  text: Text;
};

export type FoundFiles = { files: readonly FoundFile[]; total: number };

/** By what a list of entries is asked for those of a group. */
export const questionFor = ({ code, locale }: Pick<Group, 'code' | 'locale'>): string =>
  `finding:${code}:${locale ?? ''}`;
