import { getFeatures } from '#feature/application';
import type { EntryAddress, StatementReader } from '#feature/feature';
import { createHttpError, type ApiError } from '#platform/http/errors';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { DocumentFilter } from '#delivery/plan/field-source';
import type { View } from '#delivery/view';

/**
 * Returns the condition of an entry that an address names by its slug. A preview may name its draft
 * by `documentId`, because drafts may have no slug.
 */
export const createSlugFilter = ({ draft }: View, uid: string, slug: string): DocumentFilter =>
  draft?.uid === uid && draft.documentId === slug ? { documentId: slug } : { slug };

/**
 * Returns the error of a slug without a published entry. If an entry has moved, `details.movedTo`
 * is its current slug, of the same type and language.
 */
export const createSlugNotFoundError = async (
  context: WithStrapi,
  reader: StatementReader,
  error: ApiError,
  address: EntryAddress,
): Promise<Error> => {
  for (const feature of getFeatures(context)) {
    const movedTo = await feature.findCurrentSlug?.(context, reader, address);
    if (movedTo !== undefined && movedTo !== null)
      return createHttpError(error, { details: { movedTo } });
  }
  return createHttpError(error);
};
