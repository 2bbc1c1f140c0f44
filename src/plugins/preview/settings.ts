import { z } from '@strapi/utils';
import { defineSettingsSection, webAddress } from '#platform/settings/section';

export type PreviewSettings = {
  /** URL of the frontend that shows drafts; null: this service renders them. */
  url: string | null;
};

export const previewSettings = defineSettingsSection<PreviewSettings>('preview', () =>
  z
    .object({ PREVIEW_URL: webAddress.optional() })
    .transform((env) => ({ url: env.PREVIEW_URL ?? null })),
);
