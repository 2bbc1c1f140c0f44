import { brokenAddresses } from './broken-addresses';
import { defaultLine } from './default-line';
import { chargedPrices } from './charged-prices';
import { largePictures, unusedFiles } from './files';
import type { CatalogueRule } from './rule';
import { unreferencedEntries } from './unreferenced-entries';
import { slugs } from './slugs';
import { soldUnpublished } from './sold-unpublished';
import { translations } from './translations';

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
