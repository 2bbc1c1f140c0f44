import type { WithStrapi } from '../../../../platform/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import { extendUploadService } from '../../../../platform/strapi/upload-services';
import { FILE } from './file-rows';

/** Texts by language; languages without a text are missing. */
export type AlternativeTexts = Readonly<Record<string, string>>;

type Row = { id: number; alternativeTexts: unknown };

type Locale = { code: string; name: string };

type Locales = { find: () => Promise<Locale[]>; getDefaultLocale: () => Promise<string> };

/** Returns the valid texts, because other programs may have stored any JSON. */
const textsIn = (stored: unknown): AlternativeTexts =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
      ([, text]) => typeof text === 'string',
    ),
  );

const localesOf = ({ strapi }: WithStrapi): Locales =>
  strapi.plugin('i18n').service<Locales>('locales');

/** Returns the language of Strapi's own text of a file. */
export const defaultLanguage = ({ strapi }: WithStrapi): Promise<string> =>
  localesOf({ strapi }).getDefaultLocale();

/** Returns the languages of the site other than the default. */
export const otherLanguages = async ({ strapi }: WithStrapi): Promise<Locale[]> => {
  const standard = await defaultLanguage({ strapi });
  return (await localesOf({ strapi }).find())
    .filter(({ code }) => code !== standard)
    .map(({ code, name }) => ({ code, name }));
};

/**
 * Returns the texts of a file; null if the file does not exist.
 *
 * @param permitted condition for the files that the caller may read or change
 */
export const alternativeTextsOf = async (
  { strapi }: WithStrapi,
  id: number,
  permitted: object,
): Promise<AlternativeTexts | null> => {
  const row = await tableOf<Row>({ strapi }, FILE).findOne({
    where: { $and: [permitted, { id }] },
    select: ['alternativeTexts'],
  });
  return row === null ? null : textsIn(row.alternativeTexts);
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
        await tableOf<Row>({ strapi }, FILE).update({ where: { id }, data: { alternativeTexts } });
      }
      return answer;
    },
  }));
};
