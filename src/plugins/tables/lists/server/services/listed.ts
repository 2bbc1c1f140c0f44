import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { type ListQuery, permittedQuery } from '../../../../../platform/strapi/permitted-query';
import { listErrors } from '../errors';
import { filtersFor } from './questions';

/** Which entries a list in the panel shows, all of its pages. */
export type Listed = {
  /** Its language; null where the type has none. */
  locale: string | null;
  /** Its filters and what is searched for. */
  query: ListQuery;
  /** What it is asked, as in its address. */
  question: string | null;
};

/** What Strapi's query engine is asked for; it does not look for words in conditions. */
type Query = { where: { $and: object[] }; _q?: string };

/**
 * The drafts that a list shows to somebody, as Strapi's query engine finds and counts them.
 *
 * @param also a condition besides
 * @throws listErrors.NO_SUCH_QUESTION, and a ValidationError where filters name what they may not read
 */
export const listedQuery = async (
  { strapi }: WithStrapi,
  { uid, ability, locale, query, question }: Listed & { uid: UID.ContentType; ability: unknown },
  also: object = {},
): Promise<Query> => {
  const model = findModel({ strapi }, uid);
  const asked = question === null ? null : await filtersFor({ strapi }, uid, question);
  if (question !== null && asked === null) {
    throw localizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
  }
  const { where, ...searched } = await permittedQuery({ strapi }, { ability, uid, query });
  return {
    ...searched,
    where: {
      $and: [
        where,
        ...(model !== undefined && hasDrafts(model) ? [{ publishedAt: { $null: true } }] : []),
        ...(model !== undefined && isLocalized(model) ? [{ locale }] : []),
        ...(asked === null ? [] : [asked]),
        also,
      ],
    },
  };
};

const parseList = validateZodSchema(
  z.object({
    filters: z.unknown().optional(),
    _q: z.string().max(1_000).optional(),
    question: z.string().max(200).optional(),
    locale: z.string().max(40).optional(),
  }),
);

/** A list by the query of its address, as the content manager sends it. */
export const listedBy = (asked: unknown): Listed => {
  const { filters, _q, question, locale } = parseList(asked);
  return {
    locale: locale ?? null,
    query: {
      ...(filters ? { filters } : {}),
      ...(_q ? { _q } : {}),
      ...(locale !== undefined && { locale }),
    },
    question: question ?? null,
  };
};

/** Whether a list leaves anything out. */
export const isNarrowed = ({ query, question }: Listed): boolean =>
  question !== null || query._q !== undefined || query.filters !== undefined;
