import { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { defineSettingsSection, wholeNumber } from '#platform/settings/section';

export type PriceSettings = {
  /** Percentage by which a published price may differ from the charged one. */
  tolerance: number;
};

export const priceSettings = defineSettingsSection<PriceSettings>('prices', () =>
  z
    .object({ PRICE_TOLERANCE_PERCENT: wholeNumber(0, 100).default(0) })
    .transform((env) => ({ tolerance: env.PRICE_TOLERANCE_PERCENT })),
);

/** Returns the percentage by which a published price may differ from the charged one. */
export const getPriceTolerance = (context: WithStrapi): number =>
  priceSettings.of(context).tolerance;
