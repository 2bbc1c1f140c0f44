import { z } from '@strapi/utils';
import type { WithStrapi } from '../../../platform/with-strapi';
import { settingsSection, text, wholeNumber } from '../../../platform/settings/section';
import { isCurrency } from './money/currencies';

export type PriceSettings = {
  /** Of business lines that name none, and of what belongs to no line. */
  defaultCurrency: string;
  /** By how many per cent a published price may differ from the one that is charged. */
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

/** By how many per cent a published price may differ from the one that the payment provider charges. */
export const priceTolerance = (context: WithStrapi): number => priceSettings.of(context).tolerance;
