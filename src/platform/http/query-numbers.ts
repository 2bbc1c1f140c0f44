import { z } from '@strapi/utils';

type Bounds = { min: number; max: number };

/**
 * Returns the number of a query parameter. Only the usual form is valid; `0x1`, `1e1`, `+1`, ` 1`
 * and `1.0` are not.
 */
const numberIn =
  (form: RegExp) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? (form.test(value) ? Number(value) : NaN) : value;

/**
 * Returns the schema of an integer in a query.
 *
 * @param fallback the default; documents show it only where it is given here
 */
export const integerParam = ({ min, max, fallback }: Bounds & { fallback?: number }) => {
  const number = z.number().int().min(min).max(max);
  return z.preprocess(
    numberIn(/^(?:0|-?[1-9]\d*)$/),
    fallback === undefined ? number : number.default(fallback),
  );
};

/** Returns the schema of a number in a query that may have decimals after a point. */
export const decimalParam = ({ min, max }: Bounds) =>
  z.preprocess(numberIn(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/), z.number().min(min).max(max));
