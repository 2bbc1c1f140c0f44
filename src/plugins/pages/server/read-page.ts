import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { httpError } from '../../../http/errors';
import { pageErrors, type PageQuery } from '../contract';
import type { Json } from '../../../reading/json';
import type { View } from '../../../reading/view';

/**
 * The page of a type for one business line in one language.
 *
 * @throws NotFoundError `PAGE_NOT_FOUND`; never answers with another business line's or language's page
 */
export const readPage = async <C extends z.ZodType>(
  view: View,
  uid: UID.ContentType,
  contract: C,
  { lang, vertical }: PageQuery,
): Promise<Json<z.output<C>>> => {
  const found = await view.one(uid, contract, {
    where: { vertical: { slug: vertical } },
    locale: lang,
  });
  if (found === null) throw httpError(pageErrors.PAGE_NOT_FOUND);
  return found;
};
