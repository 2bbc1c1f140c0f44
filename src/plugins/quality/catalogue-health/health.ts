import type { Text } from '../../../feature/layout';
import type { Severity } from '../../../feature/readiness';

/** The type of the findings about files. */
export const FILES = 'plugin::upload.file';

/** The code of links that lead nowhere within a site. */
export const DEAD_ADDRESS = 'ADDRESS_LEADS_NOWHERE';

/** The codes of links to entries that are gone, and of those that are nothing but "#". */
export const ENTRY_GONE = 'LINK_ENTRY_GONE';
export const LEADS_NOWHERE = 'LINK_LEADS_NOWHERE';

/** The codes of what pages show, or lead to, and is not published. */
export const WAITED_FOR: readonly string[] = ['ENTRY_UNPUBLISHED', 'LINK_ENTRY_UNPUBLISHED'];

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
  /** Whether it is mended in a file instead: what is missing there is a language, or stands in a list of parts. */
  isMendedInFile: boolean;
  /** The page of its own on which it is mended for many entries at once; null: there is none, or not for whoever asks. */
  mendedOn: MendingPage | null;
};

/**
 * Pages of the panel on which one thing is mended in many entries: pictures are described, links that lead nowhere get
 * another address, what is shown nowhere is named somewhere, what pages wait for is published, pages are copied.
 */
export type MendingPage = 'pictures' | 'links' | 'places' | 'publish' | 'site';

export type Health = {
  /** Whether whoever asks may read anything of which something could be said. */
  maySee: boolean;
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

/** Where a page shows, or leads to, an entry. */
export type PagePlace = {
  uid: string;
  documentId: string;
  locale: string | null;
  /** What the type is called, as an id of the panel's texts. */
  type: string;
  /** The business line whose page it is. */
  title: string;
  /** As forms are opened at it: `courseList.0.products`. */
  at: string;
};

/** An entry that pages wait for: they show it, or lead to it, and it is not published in their language. */
export type WaitedFor = {
  uid: string;
  documentId: string;
  locale: string | null;
  type: string;
  title: string;
  /** Whether whoever asks may publish it. */
  mayPublish: boolean;
  /** Why it cannot be published yet; none: it is ready. */
  hindrances: readonly Text[];
  places: readonly PagePlace[];
};

/** By what a list of entries is asked for those of a group. */
export const questionFor = ({ code, locale }: Pick<Group, 'code' | 'locale'>): string =>
  `finding:${code}:${locale ?? ''}`;
