import { brokenAddresses } from './broken-addresses';
import { defaultLine, slugs, translations, unreferencedEntries } from './entries';
import { largePictures, unusedFiles } from './files';
import { chargedPrices, soldUnpublished } from './prices';
import type { CatalogueRule } from './rule';

/** Rules that need more than one entry. */
export const catalogueRules: readonly CatalogueRule[] = [
  chargedPrices,
  soldUnpublished,
  translations,
  slugs,
  brokenAddresses,
  defaultLine,
  largePictures,
  unusedFiles,
  unreferencedEntries,
];
