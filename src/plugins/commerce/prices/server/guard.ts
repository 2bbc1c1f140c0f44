import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError, toSubject } from '#platform/http/localized-error';
import type { ApiError } from '#platform/http/errors';
import { getTable } from '#platform/strapi/queries';
import { isCurrency } from '#catalogue/money/currencies';
import { findAmountProblem, type Problem } from '#catalogue/money/parse-price';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { priceErrors } from './errors';
import {
  createPriceFinder,
  PRICE_FIELD,
  listPricedTypes,
  type FoundPriceField,
  type PricedType,
} from '#catalogue/money/price-fields';

type Params = { data?: unknown; documentId?: string; locale?: unknown };

type Row = Readonly<Record<string, unknown>>;

const errors: Readonly<Record<Problem, ApiError>> = {
  unreadable: priceErrors.PRICE_UNREADABLE,
  negative: priceErrors.PRICE_NEGATIVE,
  decimals: priceErrors.PRICE_DECIMALS,
  tooHigh: priceErrors.PRICE_TOO_HIGH,
};

/**
 * Parses a number. Texts are accepted only in the notation of programs, because `1.234` is
 * ambiguous for people.
 */
const asNumber = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
};

const findPriceError = ({ field, value }: FoundPriceField): ApiError | null => {
  if (value === null) return null;
  if (field !== PRICE_FIELD) return isCurrency(value) ? null : priceErrors.CURRENCY_UNKNOWN;
  const problem = findAmountProblem(asNumber(value));
  return problem === null ? null : errors[problem];
};

/** Refuses prices and currencies that cannot be parsed, in drafts too. */
export const validatePrices = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const find = createPriceFinder({ strapi });
  let types: readonly PricedType[] | undefined;

  const check = (fieldValues: readonly FoundPriceField[]): void => {
    for (const fieldValue of fieldValues) {
      const error = findPriceError(fieldValue);
      if (error === null) continue;
      throw createLocalizedError({ strapi }, error, {
        subject: toSubject(fieldValue.value),
        path: fieldValue.path,
      });
    }
  };

  /** Checks stored drafts before publishing, because older drafts may predate these rules. */
  const checkDrafts = async (uid: string, { documentId }: Params): Promise<void> => {
    types ??= listPricedTypes({ strapi });
    const type = types.find((contentType) => contentType.uid === uid);
    if (type === undefined || documentId === undefined) return;
    const drafts = await getTable<Row>({ strapi }, type.uid).findMany({
      where: { documentId, publishedAt: null },
      select: [...type.prices],
    });
    for (const draft of drafts) check(find(uid, draft));
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    if (action === 'create' || action === 'update' || action === 'clone') {
      check(find(uid, params.data));
    } else if (action === 'publish') {
      await checkDrafts(uid, params);
    }
    return next();
  };
};
