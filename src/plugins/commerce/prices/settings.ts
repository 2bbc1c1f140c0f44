import { z } from '@strapi/utils';
import type { WithStrapi } from '../../../platform/with-strapi';
import { settingsSection, text, wholeNumber } from '../../../platform/settings/section';
import { isCurrency } from './money/currencies';

export type PriceSettings = {
  /** Currency of business lines without one, and of entries without a line. */
  defaultCurrency: string;
  /** Percentage by which a published price may differ from the charged one. */
  tolerance: number;
};

export const priceSettings = settingsSection<PriceSettings>('prices', () =>
  z
    .object({
      DEFAULT_CURRENCY: text
        .refine(isCurrency, 'must be the code of a currency, like EUR or MXN')
        .default('EUR'),
      PRICE_TOLERANCE_PERCENT: wholeNumber(0, 100).default(0),
    })
    .transform((env) => ({
      defaultCurrency: env.DEFAULT_CURRENCY,
      tolerance: env.PRICE_TOLERANCE_PERCENT,
    })),
);

/** Returns the percentage by which a published price may differ from the charged one. */
export const priceTolerance = (context: WithStrapi): number => priceSettings.of(context).tolerance;
