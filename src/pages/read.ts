import type { Core, UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { Context } from 'koa';
import { failure } from '../contracts/kit/errors';
import { pageFailures, type PageQuery } from '../contracts/pages';
import { readerOf } from '../delivery/registry';
import { statusOf } from '../delivery/status';

/**
 * The page of a type for one business line in one language.
 *
 * @throws NotFoundError `PAGE_NOT_FOUND`; never answers with another business line's or language's page
 */
export const readPage = async <C extends z.ZodType>(
  { strapi }: { strapi: Core.Strapi },
  uid: UID.ContentType,
  contract: C,
  { lang, vertical }: PageQuery,
  ctx: Context,
): Promise<z.output<C>> => {
  const found = await readerOf({ strapi }).one(uid, contract, {
    where: { vertical: { slug: vertical } },
    locale: lang,
    status: statusOf(ctx),
  });
  if (found === null) throw failure(pageFailures.PAGE_NOT_FOUND);
  return found;
};
