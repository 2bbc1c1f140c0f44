import { adminApi } from '@strapi/strapi/admin';

/**
 * Fixed responses of licensed features, by Strapi's endpoint names. The panel requests them whether
 * or not a licence exists (`@strapi/admin`, services/ai; `@strapi/i18n`,
 * services/aiLocalizationJobs).
 */
const answers = {
  getAiFeatureConfig: { isAiI18nConfigured: false, isAiMediaLibraryConfigured: false },
  getAILocalizationJobsByDocument: { data: null },
} as const;

/**
 * Settings of the media library as its pages read them: only for descriptions by AI. Editors may not
 * read the stored ones, so that opening a file reported “Policy Failed” (`@strapi/upload`,
 * future/services/settings).
 */
const uploadSettings = { data: { aiMetadata: false } } as const;

type Definition = { query?: unknown; queryFn?: () => { data: unknown } };

/**
 * Answers requests for licensed features in the panel where no licence exists. Otherwise every form
 * would send them and get 404. It uses RTK Query's way to change existing endpoints.
 */
export const answerWithoutLicence = (): void => {
  if ('isEE' in window.strapi && window.strapi.isEE === true) return;
  const endpoints = Object.fromEntries(
    Object.entries(answers).map(([name, data]) => [
      name,
      (definition: Definition | undefined): void => {
        if (definition === undefined) {
          throw new Error(
            'src/platform/strapi/admin/licensed-requests.ts: Strapi’s requests have changed',
          );
        }
        definition.query = undefined;
        definition.queryFn = () => ({ data });
      },
    ]),
  );
  adminApi.enhanceEndpoints({ endpoints });
  // The media library adds its request when it is first opened. RTK Query keeps the first definition.
  adminApi.injectEndpoints({
    endpoints: (builder) => ({
      getUploadSettings: builder.query<typeof uploadSettings, undefined>({
        queryFn: () => ({ data: uploadSettings }),
      }),
    }),
  });
};
