import type { Input, Endpoint } from '../platform/http/endpoint';
import { findSiteLocale } from '../platform/strapi/site-locales';
import { LANGUAGES } from './invalidation/triggers';
import type { View } from './view';

type Language = { lang?: unknown };

/**
 * Replaces a requested language by the matching locale of the site, such as `es-ES` by `es` if
 * there is no `es-ES`. Languages without a region need no lookup.
 *
 * @param openView opens a view for the lookup
 */
export const inSiteLanguage = async <E extends Endpoint>(
  { params, query }: Pick<Input<E>, 'params' | 'query'>,
  openView: () => Promise<Pick<View, 'count'>>,
): Promise<Pick<Input<E>, 'params' | 'query'>> => {
  const parts: readonly Language[] = [params, query];
  const tag = parts.map(({ lang }) => lang).find((lang) => lang !== undefined);
  if (typeof tag !== 'string' || !tag.includes('-')) return { params, query };
  const { count } = await openView();
  const lang = await findSiteLocale(
    tag,
    async (code) => (await count(LANGUAGES, { where: { code } })) > 0,
  );
  const withLanguage = <P extends object>(part: P): P =>
    'lang' in part ? { ...part, lang } : part;
  return { params: withLanguage(params), query: withLanguage(query) };
};
