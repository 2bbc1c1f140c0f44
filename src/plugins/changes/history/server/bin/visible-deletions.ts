import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { modelsOf } from '../../../../../delivery/plan/model';
import { findNamingAttributes } from '../../../../../catalogue/title-expression';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { contentTypesOf } from '../../../../../platform/strapi/models';
import { historySettings } from '../../settings';
import type { State } from '../../changes';
import { hasHistory } from '../state/content';
import { readableTitle, canReadTitles } from '../titles';
import { type Deletion, deletionsOf, searchable } from './deletions';

const AT_ONCE = 25;

/** Number of deletions per query, and of queries per request. */
const BATCH = 100;
const BATCHES = 20;

/**
 * Returns a page of the deletions that a user may see. Entries and titles that the user may not
 * read affect neither the search nor `next`.
 */
export const visibleDeletions = async (
  { strapi }: WithStrapi,
  ability: unknown,
  { before, search }: { before: string | null; search: string },
): Promise<{ deletions: readonly Deletion[]; next: string | null }> => {
  const models = modelsOf({ strapi });
  const accessOf = (uid: string) =>
    entryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
  const types = contentTypesOf({ strapi })
    .map(({ uid }) => uid)
    .filter((uid) => hasHistory(uid) && accessOf(uid).may('read'));
  const untitled = types.filter(
    (uid) => !canReadTitles(models, uid, accessOf(uid).readableFields({})),
  );

  /** Relations, against which role conditions are checked, and the attributes of titles. */
  const attributes = types.flatMap((uid) => [
    ...findNamingAttributes(models, uid),
    ...Object.entries(models(uid).attributes).flatMap(([name, { kind }]) =>
      kind === 'relation' ? [name] : [],
    ),
  ]);

  /** Returns a deletion with the title that the user may read; null if it is hidden. */
  const visible = (deletion: Deletion, state: State): Deletion | null => {
    const { uid, documentId, locales } = deletion;
    const access = accessOf(uid);
    const versions = locales.map((locale) => ({ ...state, documentId, locale }));
    if (!versions.every((version) => access.mayWithDeleted('read', version))) return null;
    const readers = versions.map((version) => access.readableFields(version));
    const mayRead = (field: string): boolean => readers.every((may) => may(field));
    const title = readableTitle(models, uid, mayRead, { title: deletion.title, state });
    const isHidden = search !== '' && !searchable(title ?? '').includes(searchable(search));
    // The database has searched all titles of the other types, in each locale.
    return isHidden && untitled.some((type) => type === uid) ? null : { ...deletion, title };
  };

  const deletions = deletionsOf({ strapi }, historySettings.of({ strapi }));
  const found: Deletion[] = [];
  let position = before;
  let isEnd = false;
  for (let batch = 0; batch < BATCHES && found.length <= AT_ONCE && !isEnd; batch += 1) {
    const read = await deletions.latest(types, {
      ...{ before: position, limit: BATCH, attributes, untitled },
      search: search === '' ? null : search,
    });
    found.push(...read.flatMap(({ deletion, state }) => visible(deletion, state) ?? []));
    position = read.at(-1)?.deletion.id ?? position;
    isEnd = read.length < BATCH;
  }
  const shown = found.slice(0, AT_ONCE);
  if (found.length > AT_ONCE) return { deletions: shown, next: shown.at(-1)?.id ?? null };
  return { deletions: shown, next: isEnd ? null : position };
};
