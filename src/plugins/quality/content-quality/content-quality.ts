import type { Text } from '#feature/layout';
import type { Severity } from '#feature/publishing-rules';

/** Page of the to-do list. */
export const TO_DO = '/plugins/to-do';

export const PAYMENT_PRODUCTS = `${TO_DO}/payment-products`;

/** Page that publishes the entries that pages wait for. */
export const WAITING = `${TO_DO}/waiting`;

/** Returns the address of the list of a group's entries or files. */
export const groupAddress = (group: Group): string => {
  if (group.uid === FILES) return `${TO_DO}/files/${group.code}`;
  const locale = group.locale === null ? '' : `&plugins[i18n][locale]=${group.locale}`;
  return `/content-manager/collection-types/${group.uid}?page=1&question=${buildGroupFilter(group)}${locale}`;
};

/** Type of the findings on files. */
export const FILES = 'plugin::upload.file';

/** Code of broken links within a site. */
export const BROKEN_ADDRESS = 'ADDRESS_LEADS_NOWHERE';

/** Codes of links to deleted entries and of links that are only "#". */
export const ENTRY_GONE = 'LINK_ENTRY_GONE';
export const LEADS_NOWHERE = 'LINK_LEADS_NOWHERE';

/** Codes of unpublished entries that pages show or link to. */
export const UNPUBLISHED_DEPENDENCY_CODES: readonly string[] = [
  'ENTRY_UNPUBLISHED',
  'LINK_ENTRY_UNPUBLISHED',
];

/** Code of published entries that nothing refers to. */
export const SHOWN_NOWHERE = 'SHOWN_NOWHERE';

/** Code of stale translations. */
export const TRANSLATION_OLDER = 'TRANSLATION_OLDER';

/** Code of pictures without an alternative text. */
export const UNDESCRIBED = 'ALTERNATIVE_TEXT_MISSING';

/** Returns the rank of a finding in its list. Missing alternative texts are many and come last. */
export const getRank = (code: string): number => (code === UNDESCRIBED ? 1 : 0);

/** Identifies a group of findings. `locale` is null if the type has no locales. */
export type GroupKey = { code: string; uid: string; locale: string | null };

/** Decision not to show a group of findings for a while. */
export type Dismissal = {
  reason: string;
  /** Last day: `2026-12-31`. */
  until: string;
  /** Name of the user. */
  by: string;
};

/** Selects the findings of the to-do list. Null: no restriction. */
export type ToDoFilter = {
  /** Slug of a business line. Entries that belong to none are then left out. */
  vertical: string | null;
  locale: string | null;
  /** Id of the user who edited the entries last. */
  editor: number | null;
};

/** Entries of one type and locale with the same finding. */
export type Group = GroupKey & {
  title: Text;
  severity: Severity;
  /** Name of the type, as an id of the panel's texts. */
  type: string;
  count: number;
  /** Null if the group is not dismissed. */
  dismissal: Dismissal | null;
  /** Whether the user may dismiss it. Users who are limited to business lines may not. */
  mayDismiss: boolean;
  /**
   * Fields and locales in which a grid fixes the finding for many entries. Null if the user may
   * change none, or if no grid holds them.
   */
  fix: { fields: readonly string[]; locales: readonly string[] } | null;
  /**
   * Whether a file fixes it instead, because a translation or a field in a repeatable component is
   * missing.
   */
  isFixedInFile: boolean;
  /** Page that fixes it for many entries at once; null if there is none for this user. */
  fixPage: FixPage | null;
};

/**
 * Pages of the panel that fix one kind of finding in many entries:
 * - `pictures`: adds alternative texts.
 * - `links`: replaces broken links.
 * - `places`: adds entries to pages.
 * - `publish`: publishes the entries that pages wait for.
 * - `site`: copies pages.
 */
export type FixPage = 'pictures' | 'links' | 'places' | 'publish' | 'site';

export type ToDoList = {
  /** Whether the user may read anything that could have findings. */
  maySee: boolean;
  groups: readonly Group[];
  /** Whether the sample catalogue is loaded. Its unedited entries have no findings. */
  hasSample: boolean;
  /** Business lines and languages to filter by. */
  lines: readonly { slug: string; name: string }[];
  /** The panel's users, the caller first. */
  editors: readonly { id: number; name: string }[];
  languages: readonly { code: string; name: string }[];
  /** Number of pages that a business line lacks in all versions. */
  missingPages: number;
  /** Number of payment products without an entry; 0 for users who may not create one. */
  unlinkedPaymentProducts: number;
  /**
   * Start of the last full scan in ISO 8601; null before the first. Incremental scans run every
   * minute.
   */
  scannedAt: string | null;
  /** Whether a full scan is running. */
  isScanning: boolean;
};

export type FoundFile = {
  id: number;
  name: string;
  /** Address of the thumbnail; null if there is none. */
  picture: string | null;
  /** Size in kB. */
  size: number;
  text: Text;
};

export type FoundFiles = { files: readonly FoundFile[]; total: number };

/** Place where a page shows or links to an entry. */
export type PagePlace = {
  uid: string;
  documentId: string;
  locale: string | null;
  /** Name of the type, as an id of the panel's texts. */
  type: string;
  /** Business line of the page. */
  title: string;
  /** Path at which the form opens: `courseList.0.products`. */
  at: string;
};

/** Entry that pages show or link to, and that is not published in their locale. */
export type UnpublishedDependency = {
  uid: string;
  documentId: string;
  locale: string | null;
  type: string;
  title: string;
  mayPublish: boolean;
  /** Errors that prevent its publication; empty if it is ready. */
  entryErrors: readonly Text[];
  places: readonly PagePlace[];
};

/** Returns the list filter of a group's entries. */
export const buildGroupFilter = ({ code, locale }: Pick<Group, 'code' | 'locale'>): string =>
  `finding:${code}:${locale ?? ''}`;
