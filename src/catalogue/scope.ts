import { httpError } from '../platform/http/errors';
import type { DocumentQuery } from '../delivery/readers/reader';
import type { View } from '../delivery/view';
import { catalogueErrors } from './errors';

type Names = { lang?: string | undefined; vertical?: string | undefined };

/**
 * Turns the language and business line that a request names into conditions of a read.
 *
 * Both must exist: an empty list would leave a frontend developer looking for a typo at the wrong end.
 *
 * @throws NotFoundError `VERTICAL_NOT_FOUND` or `LANGUAGE_NOT_FOUND`
 */
export const scopeOf = async (view: View, { lang, vertical }: Names): Promise<DocumentQuery> => {
  const [verticals, locales] = await Promise.all([
    vertical === undefined
      ? 1
      : view.count('api::vertical.vertical', { where: { slug: vertical } }),
    lang === undefined ? 1 : view.count('plugin::i18n.locale', { where: { code: lang } }),
  ]);
  if (verticals === 0) throw httpError(catalogueErrors.VERTICAL_NOT_FOUND);
  if (locales === 0) throw httpError(catalogueErrors.LANGUAGE_NOT_FOUND);
  return {
    where: vertical === undefined ? {} : { verticals: { slug: vertical } },
    locale: lang,
  };
};
