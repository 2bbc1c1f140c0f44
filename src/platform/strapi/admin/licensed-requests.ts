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
};
