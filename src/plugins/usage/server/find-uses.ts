import type { WithStrapi } from '../../../platform/with-strapi';
import { findModel } from '../../../platform/strapi/models';
import { sql } from '../../../platform/strapi/queries';
import { hinders, type How, type Removal, type Unnamed, type Use, type UsesOf } from '../uses';
import { createReadable } from '../../../feature/readable';
import { createStatements } from './statement';

/** What is to be removed: entries of a type by their documents' ids, or files by their numbers. */
export type Subject = {
  uid: string;
  ids: readonly string[];
  /** The languages that are removed; null for all of them. */
  locales: readonly string[] | null;
  removal: Removal;
};

type Self = { target: string; how: 'self'; title: string | null };

type Found = {
  target: string;
  how: How;
  uid: string;
  documentId: string;
  locale: string | null;
  isPublished: boolean;
  title: string | null;
  lines: readonly string[] | null;
  /** How many there are of its kind. */
  total: string;
};

const kindOf = ({ target, how, uid, isPublished }: Found): string =>
  [target, how, uid, isPublished].join(' ');

/** Pages are known by their line only, which is said beside them. */
const hasOwnName = ({ title, lines }: Found): boolean =>
  title !== null && lines?.includes(title) !== true;

/** A published page gives away nothing by its type, line and language: everybody visits it. */
const isPublicPage = (use: Found): boolean =>
  use.how === 'shows' && use.isPublished && use.uid.startsWith('api::') && !hasOwnName(use);

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

/** What hinders first, then what is published. */
const weight = ({ hinders: isHindrance, isPublished }: Pick<Use, 'hinders' | 'isPublished'>) =>
  (isHindrance ? 0 : 2) + (isPublished ? 0 : 1);

const byWeight = <T extends Pick<Use, 'hinders' | 'isPublished'>>(uses: readonly T[]): T[] =>
  uses.toSorted((one, other) => weight(one) - weight(other));

/** Finds what uses entries and files. */
export const createUseFinder = ({ strapi }: WithStrapi) => {
  const statementFor = createStatements({ strapi });
  const readable = createReadable({ strapi });

  const read = async ({ uid, ids, locales, removal }: Subject): Promise<(Found | Self)[]> => {
    const bindings = { uid, ids, locales, all: removal === 'delete' };
    // In the transaction that is running, if any: a selection is removed in one, and another connection of each
    // of its entries could be one too many.
    const { rows } = await strapi.db.transaction(({ trx }) =>
      sql({ strapi, trx }, statementFor(uid), bindings),
    );
    return rows as (Found | Self)[];
  };

  const isUse = (row: Found | Self): row is Found => row.how !== 'self';

  const describe = (found: Found, removal: Removal) => {
    const { uid, how, isPublished } = found;
    return {
      uid,
      type: findModel({ strapi }, uid)?.info.displayName ?? uid,
      how,
      isPublished,
      hinders: hinders(found, removal),
    };
  };

  return {
    /** Whether any of it is refused to be removed. */
    isHindered: async (subject: Subject): Promise<boolean> =>
      (await read(subject)).some((row) => isUse(row) && hinders(row, subject.removal)),

    /** Which of it is used, in what is published or in anything; what only remembers it does not count. */
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

    /** What uses each of it, with the names of what whoever makes the request may read. */
    find: async (subject: Subject): Promise<UsesOf[]> => {
      const rows = await read(subject);
      const found = rows.filter(isUse);
      const isReadable = await readable(found);
      const mayRead = (use: Found): boolean => isReadable(use) || isPublicPage(use);
      const byTarget = groupBy(found, ({ target }) => target);
      return rows.flatMap((row) => {
        if (isUse(row)) return [];
        const own = byTarget.get(row.target) ?? [];
        const uses = own.filter(mayRead).map((use): Use => ({
          ...describe(use, subject.removal),
          documentId: use.documentId,
          locale: use.locale,
          title: hasOwnName(use) ? use.title : null,
          lines: use.lines ?? [],
        }));
        const unnamed = [...groupBy(own, kindOf).values()].flatMap((group): Unnamed[] => {
          const [first] = group;
          const count = Number(first?.total ?? 0) - group.filter(mayRead).length;
          return first === undefined || count === 0
            ? []
            : [{ ...describe(first, subject.removal), count }];
        });
        return [
          { id: row.target, title: row.title, uses: byWeight(uses), unnamed: byWeight(unnamed) },
        ];
      });
    },
  };
};

export type UseFinder = ReturnType<typeof createUseFinder>;
