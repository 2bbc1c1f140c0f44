import { deadAddresses } from './dead-addresses';
import { defaultLine } from './default-line';
import { chargedPrices } from './charged-prices';
import { largePictures, unusedFiles } from './files';
import { pricesByLanguage } from './prices-by-language';
import type { RuleFromAbove } from './rule';
import { shownNowhere } from './shown-nowhere';
import { slugs } from './slugs';
import { translations } from './translations';

/** Everything that only shows from above. */
export const rulesFromAbove: readonly RuleFromAbove[] = [
  pricesByLanguage,
  chargedPrices,
  translations,
  slugs,
  deadAddresses,
  defaultLine,
  largePictures,
  unusedFiles,
  shownNowhere,
];
