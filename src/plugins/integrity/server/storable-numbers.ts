import type { Core } from '@strapi/types';
import { createValueFinder } from '../../../feature/custom-fields';
import { localizedError } from '../../../http/localized-error';
import { integrityErrors } from './errors';

/** What PostgreSQL stores of Strapi's numbers: `integer`, and `numeric(10, 2)` for decimals. */
const ranges = {
  integer: { least: -2_147_483_648, most: 2_147_483_647 },
  decimal: { least: -99_999_999.99, most: 99_999_999.99 },
} as const;

type NumberType = keyof typeof ranges;

const isNumberType = (type: string): type is NumberType => type in ranges;

/**
 * Refuses numbers that the database could not store, which it would only say when it is too late to tell whose they
 * are: the answer was a 500. What is no number at all is refused by Strapi.
 */
export const guardNumbers = ({ strapi }: { strapi: Core.Strapi }): void => {
  // Fields of our own have rules of their own.
  const { find } = createValueFinder({ strapi }, ({ type, customField }) =>
    customField === undefined && isNumberType(type) ? type : undefined,
  );

  strapi.documents.use((context, next) => {
    const { data } = context.params as { data?: unknown };
    for (const { field, value, path } of find(context.uid, data)) {
      const { least, most } = ranges[field];
      const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
      if (!(number < least || number > most)) continue;
      throw localizedError({ strapi }, integrityErrors.NUMBER_OUT_OF_RANGE, {
        subject: String(number),
        path,
      });
    }
    return next();
  });
};
