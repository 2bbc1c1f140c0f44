import { sql, getTable } from '#platform/strapi/queries';
import { extendUploadService } from '#platform/strapi/upload-services';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { PICTURES_ON_A_PAGE, type PicturesWithoutText } from '../picture-without-text';
import { FILE } from './file-rows';

/** Texts by language; languages without a text are missing. */
export type AlternativeTexts = Readonly<Record<string, string>>;

type Row = { id: number; alternativeTexts: unknown };

type Locale = { code: string; name: string };

type Locales = { find: () => Promise<Locale[]>; getDefaultLocale: () => Promise<string> };

/** Returns the valid texts, because other programs may have stored any JSON. */
const parseTexts = (stored: unknown): AlternativeTexts =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
      ([, text]) => typeof text === 'string',
    ),
  );

const getLocaleService = ({ strapi }: WithStrapi): Locales =>
  strapi.plugin('i18n').service<Locales>('locales');

/** Returns the language of Strapi's own text of a file. */
const loadDefaultLanguage = ({ strapi }: WithStrapi): Promise<string> =>
  getLocaleService({ strapi }).getDefaultLocale();

/** Returns the languages of the site other than the default. */
export const loadOtherLanguages = async ({ strapi }: WithStrapi): Promise<Locale[]> => {
  const standard = await loadDefaultLanguage({ strapi });
  return (await getLocaleService({ strapi }).find())
    .filter(({ code }) => code !== standard)
    .map(({ code, name }) => ({ code, name }));
};

/**
 * Returns the texts of a file; null if the file does not exist.
 *
 * @param permitted condition for the files that the caller may read or change
 */
export const loadAlternativeTexts = async (
  { strapi }: WithStrapi,
  id: number,
  permitted: object,
): Promise<AlternativeTexts | null> => {
  const row = await getTable<Row>({ strapi }, FILE).findOne({
    where: { $and: [permitted, { id }] },
    select: ['alternativeTexts'],
  });
  return row === null ? null : parseTexts(row.alternativeTexts);
};

/**
 * Stores the texts with the other details of a file, after the checks of those. A user who cannot
 * edit a file's text in one language cannot edit it in another.
 */
export const storeAlternativeTexts = ({ strapi }: WithStrapi): void => {
  extendUploadService({ strapi }, 'upload', (service) => ({
    async updateFileInfo(id, info, options) {
      const answer = await service.updateFileInfo(id, info, options);
      const { alternativeTexts } = info as { alternativeTexts?: AlternativeTexts };
      if (alternativeTexts !== undefined) {
        await getTable<Row>({ strapi }, FILE).update({ where: { id }, data: { alternativeTexts } });
      }
      return answer;
    },
  }));
};

type Formats = { small?: { url?: string }; thumbnail?: { url?: string } } | null;

const getSmallUrl = ({ url, formats }: Record<string, unknown>): string => {
  const parsed = (typeof formats === 'string' ? JSON.parse(formats) : formats) as Formats;
  return parsed?.small?.url ?? parsed?.thumbnail?.url ?? String(url);
};

/**
 * Returns a page of the pictures that entries use and that have no text in a language, the latest
 * first.
 *
 * @param permitted ids of the files that the caller may read; null for all
 */
export const findPicturesWithoutText = async (
  { strapi }: WithStrapi,
  {
    locale,
    page,
    permitted,
  }: { locale: string | null; page: number; permitted: readonly number[] | null },
): Promise<PicturesWithoutText> => {
  const standard = await loadDefaultLanguage({ strapi });
  const isDefault = locale === null || locale === standard;
  const { rows } = await sql(
    { strapi },
    `select f.id, f.name, f.url, f.formats, coalesce(f.alternative_text, '') as text, count(*) over () as total
       from files f
      where f.mime like 'image/%'
        and (cast(:permitted as integer[]) is null or f.id = any(cast(:permitted as integer[])))
        and coalesce(f.alternative_texts ->> :locale, '') = ''
        and (not :isDefault or coalesce(f.alternative_text, '') = '')
        and exists (select from files_related_mph u where u.file_id = f.id)
      order by f.id desc limit ${PICTURES_ON_A_PAGE} offset :from`,
    {
      locale: locale ?? standard,
      isDefault,
      from: (page - 1) * PICTURES_ON_A_PAGE,
      permitted: permitted && [...permitted],
    },
  );
  return {
    isDefault,
    total: Number(rows[0]?.total ?? 0),
    pictures: rows.map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      picture: getSmallUrl(row),
      text: String(row.text),
    })),
  };
};
