import { adminApi } from '@strapi/strapi/admin';

/**
 * What the panel asks of features that take a licence, by Strapi's own names for it, whether there is one or not; and what it
 * is to know without one (`@strapi/admin`, services/ai; `@strapi/i18n`, services/aiLocalizationJobs).
 */
const answers = {
  getAiFeatureConfig: { isAiI18nConfigured: false, isAiMediaLibraryConfigured: false },
  getAILocalizationJobsByDocument: { data: null },
} as const;

type Definition = { query?: unknown; queryFn?: () => { data: unknown } };

/**
 * Has the panel of an installation without a licence know what it would ask at every form, only to be answered that there is no
 * such thing. RTK Query's way to change endpoints of others.
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
