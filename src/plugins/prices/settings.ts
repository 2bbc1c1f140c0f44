import { z } from '@strapi/utils';
import { settingsSection, text } from '../../settings/section';
import { isCurrency } from './money/currencies';

export type PriceSettings = {
  /** Of business lines that name none, and of what belongs to no line. */
  defaultCurrency: string;
};

export const priceSettings = settingsSection<PriceSettings>('prices', () =>
  z
    .object({
      DEFAULT_CURRENCY: text
        .refine(isCurrency, 'must be the code of a currency, like EUR or MXN')
        .default('EUR'),
    })
    .transform((env) => ({ defaultCurrency: env.DEFAULT_CURRENCY })),
);
