import type { WithStrapi } from '../../../../platform/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import { extendUploadService } from '../../../../platform/strapi/upload-services';
import { FILE } from './file-rows';

/** Texts by language; a language without one is missing. */
export type AlternativeTexts = Readonly<Record<string, string>>;

type Row = { id: number; alternativeTexts: unknown };

type Locale = { code: string; name: string };

type Locales = { find: () => Promise<Locale[]>; getDefaultLocale: () => Promise<string> };

/** Programs may have stored anything there. */
const textsIn = (stored: unknown): AlternativeTexts =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
      ([, text]) => typeof text === 'string',
    ),
  );

const localesOf = ({ strapi }: WithStrapi): Locales =>
  strapi.plugin('i18n').service<Locales>('locales');

/** The language of the file's own text. */
export const defaultLanguage = ({ strapi }: WithStrapi): Promise<string> =>
  localesOf({ strapi }).getDefaultLocale();

/** The languages of the site beside the default one. */
export const otherLanguages = async ({ strapi }: WithStrapi): Promise<Locale[]> => {
  const standard = await defaultLanguage({ strapi });
  return (await localesOf({ strapi }).find())
    .filter(({ code }) => code !== standard)
    .map(({ code, name }) => ({ code, name }));
};

/** The texts of a file; null where there is no such file. */
export const alternativeTextsOf = async (
  { strapi }: WithStrapi,
  id: number,
): Promise<AlternativeTexts | null> => {
  const row = await tableOf<Row>({ strapi }, FILE).findOne({
    where: { id },
    select: ['alternativeTexts'],
  });
  return row === null ? null : textsIn(row.alternativeTexts);
};

/**
 * Stores texts by language with the other details of a file, behind whatever guards those: who may not describe a file
 * in one language may not in another.
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
