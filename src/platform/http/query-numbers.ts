import { z } from '@strapi/utils';

type Bounds = { min: number; max: number };

/** A number in a query is text; only its usual form counts: `0x1`, `1e1`, `+1`, ` 1` and `1.0` are others. */
const numberIn =
  (form: RegExp) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? (form.test(value) ? Number(value) : NaN) : value;

/**
 * A whole number in a query.
 *
 * @param fallback the number where the query has none; documents show it only where it is named here
 */
export const integerParam = ({ min, max, fallback }: Bounds & { fallback?: number }) => {
  const number = z.number().int().min(min).max(max);
  return z.preprocess(
    numberIn(/^(?:0|-?[1-9]\d*)$/),
    fallback === undefined ? number : number.default(fallback),
  );
};

/** A number in a query that may have decimals behind a point. */
export const decimalParam = ({ min, max }: Bounds) =>
  z.preprocess(numberIn(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/), z.number().min(min).max(max));
