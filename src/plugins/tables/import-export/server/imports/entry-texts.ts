import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Person } from '#platform/strapi/actor';
import type {
  DraftTexts,
  TextOfVersion,
  TextQuery,
  TextsWritten,
  TextWrites,
} from '#feature/feature';
import { getFieldLookup, createFieldAccessCheck } from '#plugins/tables/bulk-edit';
import { labelFieldPath, formatFieldPath } from '../columns/field-paths';
import { createAsks, WRITE_ALL } from '../questions';
import { listFilledPaths, readDrafts } from '../entries/entry-cells';
import type { EntryItem } from './items';
import { loadPlanning } from './load-planning';
import { getRefusalReason } from './refusals';
import { writeEntry } from './write-entry';

/** Returns the non-empty texts of a draft that a user may read, in the order of the form. */
const readTexts = async (
  { strapi }: WithStrapi,
  { documentId, locale, ...reader }: TextQuery,
): Promise<TextOfVersion[]> => {
  const { uid, ability, language } = reader;
  const draftOf = await readDrafts({ strapi }, reader, { ids: [documentId], locales: [locale] });
  const draft = draftOf(documentId, locale);
  if (draft === null) return [];
  const fields = getFieldLookup({ strapi });
  const mayField = createFieldAccessCheck({ strapi }, { uid, ability });
  return listFilledPaths(fields, uid, draft).flatMap(({ place, isText, value }) =>
    isText && typeof value === 'string' && value.trim() !== '' && mayField('read', place, locale)
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

const toEntryItem = ({ documentId, languages }: TextWrites): EntryItem => ({
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
const writeTexts = async (
  { strapi }: WithStrapi,
  { uid, person }: { uid: UID.ContentType; person: Person },
  entries: readonly TextWrites[],
): Promise<TextsWritten[]> => {
  const mode = 'draft';
  const pairs = entries.map((entry) => ({
    documentId: entry.documentId,
    item: toEntryItem(entry),
  }));
  const items = pairs.map(({ item }) => item);
  const { plan } = await loadPlanning({ strapi }, { uid, person, mode, answers: WRITE_ALL }, items);
  const written: TextsWritten[] = [];
  for (const { documentId, item } of pairs) {
    try {
      const planned = plan(item, createAsks(WRITE_ALL));
      await writeEntry({ strapi }, { uid, person, mode, isDry: false }, planned);
      written.push({ documentId, reason: null });
    } catch (error) {
      const reason = getRefusalReason(error);
      if (reason === null) throw error;
      written.push({ documentId, reason });
    }
  }
  return written;
};

const createReadCheck: DraftTexts['createReadCheck'] = ({ strapi }, reader) => {
  const mayField = createFieldAccessCheck({ strapi }, reader);
  return (path, locale) => mayField('read', path.map(String), locale);
};

export const draftTexts: DraftTexts = { createReadCheck, read: readTexts, write: writeTexts };
