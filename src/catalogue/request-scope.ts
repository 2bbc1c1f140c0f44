import { createHttpError } from '#platform/http/errors';
import type { DocumentQuery } from '#delivery/readers/reader';
import type { View } from '#delivery/view';
import { catalogueErrors } from './errors';

type Names = { lang?: string | undefined; vertical?: string | undefined };

/**
 * Returns the query conditions for the language and business line of a request.
 *
 * Both must exist. An empty list would send frontend developers looking for the error in the wrong
 * place.
 *
 * @throws NotFoundError `VERTICAL_NOT_FOUND` or `LANGUAGE_NOT_FOUND`
 */
export const findRequestScope = async (
  view: View,
  { lang, vertical }: Names,
): Promise<DocumentQuery> => {
  const [verticals, locales] = await Promise.all([
    vertical === undefined
      ? 1
      : view.count('api::vertical.vertical', { where: { slug: vertical } }),
    lang === undefined ? 1 : view.count('plugin::i18n.locale', { where: { code: lang } }),
  ]);
  if (verticals === 0) throw createHttpError(catalogueErrors.VERTICAL_NOT_FOUND);
  if (locales === 0) throw createHttpError(catalogueErrors.LANGUAGE_NOT_FOUND);
  return {
    where: vertical === undefined ? {} : { verticals: { slug: vertical } },
    locale: lang,
  };
};
