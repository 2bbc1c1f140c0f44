import type { WithStrapi } from '../../platform/with-strapi';
import { catalogueSettings } from '../settings';

type Line = { currency?: string | null };

/** Returns the currency of a business line, else that of the settings. */
export const currencyOf = ({ strapi }: WithStrapi, line: Line | undefined): string =>
  line?.currency ?? catalogueSettings.of({ strapi }).defaultCurrency;

/** Returns the distinct currencies of business lines, or that of the settings without a line. */
export const currenciesOf = ({ strapi }: WithStrapi, lines: readonly Line[]): string[] => {
  const found = lines.map((line) => currencyOf({ strapi }, line));
  return found.length === 0 ? [currencyOf({ strapi }, undefined)] : [...new Set(found)];
};
