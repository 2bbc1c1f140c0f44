import type { Core, UID } from '@strapi/types';
import { localizedError } from '../../../../http/localized-error';
import { defaultLocale } from '../../../../strapi/default-locale';
import { findModel, isLocalized } from '../../../../strapi/models';
import { siteLocales } from '../../../../strapi/site-locales';
import { MOST_ROWS } from '../../runs';
import { fieldsOf } from '../columns/fields';
import { headingsOf, textHeadingsOf, type Heading } from '../columns/headings';
import { placeText } from '../columns/places';
import { importErrors } from '../errors';
import { readSheetFile, UnreadableSheet } from '../file/sheet-thread';
import { fieldAccess, isByText } from '../types';
import { itemsIn, type EntryItem } from './items';

type WithStrapi = { strapi: Core.Strapi };

/** What a file says, and which of its columns nobody reads. */
export type Parsed = { items: EntryItem[]; ignored: readonly string[] };

const read = async ({ strapi }: WithStrapi, file: string): Promise<string[][]> => {
  try {
    return await readSheetFile(file, MOST_ROWS + 1);
  } catch (cause) {
    if (!(cause instanceof UnreadableSheet)) throw cause;
    const error =
      cause.reason === 'too-many' ? importErrors.TOO_MANY_ROWS : importErrors.FILE_UNREADABLE;
    throw localizedError({ strapi }, error, { cause });
  }
};

/** What columns may not be there twice of. */
const identityOf = (heading: Heading): string | null => {
  if (heading.kind === 'field') return `${placeText(heading.place)} ${heading.locale ?? ''}`;
  if (heading.kind === 'text' || heading.kind === 'version') {
    return `${heading.kind} ${heading.locale ?? ''}`;
  }
  return heading.kind === 'ignored' ? null : heading.kind;
};

const assertComplete = (
  { strapi }: WithStrapi,
  headings: readonly Heading[],
  first: readonly string[],
): void => {
  const seen = new Set<string>();
  headings.forEach((heading, at) => {
    const identity = identityOf(heading);
    if (identity === null) return;
    if (seen.has(identity)) {
      throw localizedError({ strapi }, importErrors.COLUMN_TWICE, { subject: first[at] });
    }
    seen.add(identity);
  });
  const hasKey = headings.some(
    (heading) =>
      heading.kind === 'key' ||
      (heading.kind === 'field' && ['SKU', 'slug'].includes(placeText(heading.place))),
  );
  if (!hasKey) throw localizedError({ strapi }, importErrors.NO_KEY_COLUMN);
  if (!headings.some(({ kind }) => kind === 'field' || kind === 'text')) {
    throw localizedError({ strapi }, importErrors.NO_FIELD_COLUMN);
  }
};

/**
 * Reads the file of an import.
 *
 * @param ability of whoever imports: columns that they may not write are ignored, and said to be
 * @throws ValidationError or http-error 413 of {@link importErrors}
 */
export const parseFile = async (
  { strapi }: WithStrapi,
  { uid, ability, file }: { uid: UID.ContentType; ability: unknown; file: string },
): Promise<Parsed> => {
  const [first = [], ...rows] = await read({ strapi }, file);
  if (rows.length === 0) throw localizedError({ strapi }, importErrors.FILE_EMPTY);
  const model = findModel({ strapi }, uid);
  const hasLanguages = model !== undefined && isLocalized(model);
  const locales = hasLanguages ? await siteLocales({ strapi }) : [];
  const may = fieldAccess({ strapi }, { uid, ability });
  const named = isByText(uid)
    ? textHeadingsOf(locales, first)
    : headingsOf({ fieldsOf: fieldsOf({ strapi }), uid, locales }, first);
  const headings = named.map((heading, at): Heading =>
    heading.kind === 'field' && !may('update', heading.place)
      ? { kind: 'ignored', text: first[at] ?? '' }
      : heading,
  );
  assertComplete({ strapi }, headings, first);
  const locale = hasLanguages ? await defaultLocale({ strapi }) : null;
  return {
    items: await itemsIn({ headings, rows, locales, locale }),
    ignored: headings.flatMap((heading) =>
      heading.kind === 'ignored' && heading.text.trim() !== '' ? [heading.text.trim()] : [],
    ),
  };
};
