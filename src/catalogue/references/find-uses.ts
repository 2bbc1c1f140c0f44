import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import {
  isBlockingUse,
  type How,
  type Removal,
  type UnreadableUses,
  type Use,
  type UsesOf,
} from './uses';
import { MEDIA_UID } from '#delivery/plan/model';
import { getCurrentAbility } from '#platform/strapi/current-ability';
import { createReadableTitles } from '../access/hidden-entries';
import { createPermissionFilter } from '#feature/permission-filter';
import { createStatements } from './uses-statement';

/** Entries or files to remove: document IDs of a type, or file IDs. */
export type Subject = {
  uid: string;
  ids: readonly string[];
  /** Locales to remove; null for all. */
  locales: readonly string[] | null;
  removal: Removal;
};

type Self = { target: string; how: 'self'; title: string | null };

type UseRow = {
  target: string;
  how: How;
  uid: string;
  documentId: string;
  locale: string | null;
  isPublished: boolean;
  title: string | null;
  lines: readonly string[] | null;
  total: string;
};

const buildKindKey = ({ target, how, uid, isPublished }: UseRow): string =>
  [target, how, uid, isPublished].join(' ');

/** Returns false for pages without a title of their own, which are named by their business line. */
const hasOwnName = ({ title, lines }: UseRow): boolean =>
  title !== null && lines?.includes(title) !== true;

/**
 * Returns true for a published page that shows the entry. Its type, business line and locale are
 * public.
 */
const isPublicPage = (use: UseRow): boolean =>
  use.how === 'shows' && use.isPublished && use.uid.startsWith('api::') && !hasOwnName(use);

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

/** Sort order: uses that block the removal first, then published ones. */
const sortOrderOf = ({ hinders: isBlocking, isPublished }: Pick<Use, 'hinders' | 'isPublished'>) =>
  (isBlocking ? 0 : 2) + (isPublished ? 0 : 1);

const byWeight = <T extends Pick<Use, 'hinders' | 'isPublished'>>(uses: readonly T[]): T[] =>
  uses.toSorted((first, other) => sortOrderOf(first) - sortOrderOf(other));

/** Creates the functions that find the uses of entries and files. */
const createUseFinder = ({ strapi }: WithStrapi) => {
  const statementFor = createStatements({ strapi });
  const permissionFilter = createPermissionFilter({ strapi });

  const read = async ({ uid, ids, locales, removal }: Subject): Promise<(UseRow | Self)[]> => {
    const bindings = { uid, ids, locales, all: removal === 'delete' };
    // Uses the running transaction, if any. A selection is removed in one transaction, and an extra
    // connection for each of its entries could exhaust the pool.
    const { rows } = await strapi.db.transaction(({ trx }) =>
      sql({ strapi, trx }, statementFor(uid), bindings),
    );
    return rows as (UseRow | Self)[];
  };

  const isUse = (row: UseRow | Self): row is UseRow => row.how !== 'self';

  const describe = (use: UseRow, removal: Removal) => {
    const { uid, how, isPublished } = use;
    return {
      uid,
      type: findModel({ strapi }, uid)?.info.displayName ?? uid,
      how,
      isPublished,
      hinders: isBlockingUse(use, removal),
    };
  };

  return {
    /** Returns true if any use blocks the removal. */
    hasErrors: async (subject: Subject): Promise<boolean> =>
      (await read(subject)).some((row) => isUse(row) && isBlockingUse(row, subject.removal)),

    /**
     * Returns which of the entries are used, in published content or anywhere. Records do not
     * count.
     */
    usedAmong: async (
      subject: Subject,
      { onlyPublished }: { onlyPublished: boolean },
    ): Promise<ReadonlySet<string>> =>
      new Set(
        (await read(subject))
          .filter(isUse)
          .filter(({ how, isPublished }) => how !== 'records' && (isPublished || !onlyPublished))
          .map(({ target }) => target),
      ),

    /** Returns the uses of each entry, naming only those that the current user may read. */
    find: async (subject: Subject): Promise<UsesOf[]> => {
      const rows = await read(subject);
      const foundUses = rows.filter(isUse);
      const isReadable = await permissionFilter(foundUses);
      const mayRead = (use: UseRow): boolean => isReadable(use) || isPublicPage(use);
      const ability = getCurrentAbility({ strapi });
      const readableTitles = new Map<string, ReturnType<typeof createReadableTitles>>();
      const getReadableTitle = (uid: string, title: string | null): string | null => {
        if (ability === undefined || uid === MEDIA_UID) return title;
        const ofType = readableTitles.get(uid) ?? createReadableTitles({ strapi }, ability, uid);
        readableTitles.set(uid, ofType);
        return ofType(title);
      };
      const byTarget = groupBy(foundUses, ({ target }) => target);
      return rows.flatMap((row) => {
        if (isUse(row)) return [];
        const targetUses = byTarget.get(row.target) ?? [];
        const uses = targetUses.filter(mayRead).map((use): Use => ({
          ...describe(use, subject.removal),
          documentId: use.documentId,
          locale: use.locale,
          title: hasOwnName(use) ? getReadableTitle(use.uid, use.title) : null,
          lines: use.lines ?? [],
        }));
        const unnamed = [...groupBy(targetUses, buildKindKey).values()].flatMap(
          (group): UnreadableUses[] => {
            const [first] = group;
            const count = Number(first?.total ?? 0) - group.filter(mayRead).length;
            return first === undefined || count === 0
              ? []
              : [{ ...describe(first, subject.removal), count }];
          },
        );
        return [
          {
            id: row.target,
            title: getReadableTitle(subject.uid, row.title),
            uses: byWeight(uses),
            unnamed: byWeight(unnamed),
          },
        ];
      });
    },
  };
};

export type UseFinder = ReturnType<typeof createUseFinder>;

const NAME = 'use-finder';

/** Returns the use finder of this Strapi instance, which compiles each statement once. */
export const useFinderOf = ({ strapi }: WithStrapi): UseFinder => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createUseFinder({ strapi }));
  return strapi.get(NAME);
};

type UsageQuery = {
  uid: string;
  /** Document IDs or file IDs. */
  ids: readonly string[];
  /** True to ignore uses in drafts. */
  onlyPublished: boolean;
};

/** Returns which of some entries or files are in use. Records such as orders do not count. */
export const findUsed = (
  { strapi }: WithStrapi,
  { uid, ids, onlyPublished }: UsageQuery,
): Promise<ReadonlySet<string>> =>
  useFinderOf({ strapi }).usedAmong(
    { uid, ids, locales: null, removal: 'delete' },
    { onlyPublished },
  );
