import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/strapi/with-strapi';
import type { Person } from '../../../../../platform/strapi/actor';
import { fieldsOf, fieldAccess } from '../../../bulk-edit';
import { labelFieldPath, formatFieldPath } from '../columns/field-paths';
import { createAsks, WRITE_ALL } from '../questions';
import { listFilledPaths, readDrafts, type DraftReader } from '../entries/entry-cells';
import type { EntryItem } from './items';
import { loadPlanning } from './load-planning';
import { reasonOf } from './refusals';
import { writeEntry } from './write-entry';

/** A text of a draft, with the label of its place: `Cards 2 › Name`. */
export type TextOfVersion = { place: string; label: string; text: string };

/** Returns the non-empty texts of a draft that a user may read, in the order of the form. */
export const textsOfVersion = async (
  { strapi }: WithStrapi,
  { documentId, locale, ...reader }: DraftReader & { documentId: string; locale: string },
): Promise<TextOfVersion[]> => {
  const { uid, ability, language } = reader;
  const draftOf = await readDrafts({ strapi }, reader, { ids: [documentId], locales: [locale] });
  const draft = draftOf(documentId, locale);
  if (draft === null) return [];
  const fields = fieldsOf({ strapi });
  const may = fieldAccess({ strapi }, { uid, ability });
  return listFilledPaths(fields, uid, draft).flatMap(({ place, isText, value }) =>
    isText && typeof value === 'string' && value.trim() !== '' && may('read', place, locale)
      ? [
          {
            place: formatFieldPath(place),
            label: labelFieldPath(fields, uid, place, language),
            text: value,
          },
        ]
      : [],
  );
};

/** New values of an entry's places. Positions in lists begin with 0. */
type PlacesOf = {
  documentId: string;
  languages: readonly {
    locale: string | null;
    writes: readonly { path: readonly (string | number)[]; text: string }[];
  }[];
};

type PlacesWritten = { documentId: string; reason: string | null };

const itemOf = ({ documentId, languages }: PlacesOf): EntryItem => ({
  rows: [],
  key: { of: 'id', value: documentId },
  languages: languages.map(({ locale, writes }) => ({
    locale,
    version: null,
    writes: writes.map(({ path, text }) => ({
      place: path.map((part) => (typeof part === 'number' ? String(part + 1) : part)),
      text,
    })),
  })),
  error: null,
});

/** Writes places of a few entries immediately, like an import of drafts. */
export const writePlaces = async (
  { strapi }: WithStrapi,
  { uid, person }: { uid: UID.ContentType; person: Person },
  entries: readonly PlacesOf[],
): Promise<PlacesWritten[]> => {
  const mode = 'draft';
  const pairs = entries.map((entry) => ({ documentId: entry.documentId, item: itemOf(entry) }));
  const items = pairs.map(({ item }) => item);
  const { plan } = await loadPlanning({ strapi }, { uid, person, mode, answers: WRITE_ALL }, items);
  const written: PlacesWritten[] = [];
  for (const { documentId, item } of pairs) {
    try {
      const planned = plan(item, createAsks(WRITE_ALL));
      await writeEntry({ strapi }, { uid, person, mode, isDry: false }, planned);
      written.push({ documentId, reason: null });
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      written.push({ documentId, reason });
    }
  }
  return written;
};
