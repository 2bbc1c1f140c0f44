import type { UID } from '@strapi/types';
import { z } from '@strapi/utils';
import { includeParam } from './card';
import { defineEndpoint, type ContractRead } from '#platform/http/endpoint';
import { defineErrors, createHttpError } from '#platform/http/errors';
import { langParam, verticalParam } from '#platform/http/primitives';
import type { Json } from '#delivery/json';
import type { View } from '#delivery/view';

/** Parameters that select one of a type's pages. */
const pageQuery = z.strictObject({
  ...{ lang: langParam, vertical: verticalParam },
  include: includeParam,
});

type PageQuery = z.output<typeof pageQuery>;

const pageErrors = defineErrors({
  PAGE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This page is not published for this business line in this language.',
      es: 'Esta página no está publicada para esta línea de negocio en este idioma.',
    },
  },
});

/** Returns the contract of an endpoint for one page. */
export const definePageEndpoint = <
  const Id extends string,
  const Path extends `/${string}`,
  R extends z.ZodType,
>(
  operationId: Id,
  path: Path,
  summary: string,
  response: R,
  read: ContractRead,
) =>
  defineEndpoint({
    operationId,
    method: 'GET',
    path,
    tag: 'Pages',
    previewable: true,
    summary,
    description:
      'Shows only entries that are published in the language. A link to an entry leads to its current address.',
    query: pageQuery,
    example: { query: { lang: 'es', vertical: 'medicina' } },
    reads: [{ ...read, selects: ['vertical.slug'] }],
    response,
    errors: [pageErrors.PAGE_NOT_FOUND],
  });

/**
 * Returns the page of a type for one business line in one locale.
 *
 * @throws NotFoundError `PAGE_NOT_FOUND`; it never falls back to another business line or locale
 */
export const readPage = async <C extends z.ZodType>(
  view: View,
  uid: UID.ContentType,
  contract: C,
  { lang, vertical }: PageQuery,
): Promise<Json<z.output<C>>> => {
  const page = await view.readOne(uid, contract, {
    where: { vertical: { slug: vertical } },
    locale: lang,
    parameters: { lang },
  });
  if (page === null) throw createHttpError(pageErrors.PAGE_NOT_FOUND);
  return page;
};
