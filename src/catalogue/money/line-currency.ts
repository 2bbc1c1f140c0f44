import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { BUSINESS_LINE } from '../business-line';
import { catalogueSettings } from '../settings';

type Line = { currency?: string | null };

/** Returns the currency of a business line, else that of the settings. */
export const getLineCurrency = ({ strapi }: WithStrapi, line: Line | undefined): string =>
  line?.currency ?? catalogueSettings.of({ strapi }).defaultCurrency;

/** Returns the distinct currencies of business lines, or that of the settings without a line. */
export const listLineCurrencies = ({ strapi }: WithStrapi, lines: readonly Line[]): string[] => {
  const lineCurrencies = lines.map((line) => getLineCurrency({ strapi }, line));
  return lineCurrencies.length === 0
    ? [getLineCurrency({ strapi }, undefined)]
    : [...new Set(lineCurrencies)];
};

export type BusinessLine = { documentId: string; name: string; currency: string };

type LineRow = { documentId: string; name: string; currency: string | null };

/** Maximum number of lines, more than any installation has. */
const MOST_LINES = 500;

export const loadBusinessLines = async ({ strapi }: WithStrapi): Promise<BusinessLine[]> => {
  const rows = await getTable<LineRow>({ strapi }, BUSINESS_LINE).findMany({
    select: ['documentId', 'name', 'currency'],
    orderBy: { id: 'asc' },
    limit: MOST_LINES,
  });
  return rows.map((row) => ({ ...row, currency: getLineCurrency({ strapi }, row) }));
};
