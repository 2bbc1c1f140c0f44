import { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { settingsSection, wholeNumber } from '#platform/settings/section';

export type PriceSettings = {
  /** Percentage by which a published price may differ from the charged one. */
  tolerance: number;
};

export const priceSettings = settingsSection<PriceSettings>('prices', () =>
  z
    .object({ PRICE_TOLERANCE_PERCENT: wholeNumber(0, 100).default(0) })
    .transform((env) => ({ tolerance: env.PRICE_TOLERANCE_PERCENT })),
);

/** Returns the percentage by which a published price may differ from the charged one. */
export const priceTolerance = (context: WithStrapi): number => priceSettings.of(context).tolerance;
