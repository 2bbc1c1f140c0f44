import { contentTypesOf } from '../../../../../platform/strapi/models';
import { findStaleTranslations } from '../../../stale-translations';
import type { CatalogueRule } from './rule';

export const TRANSLATION_OLDER = 'TRANSLATION_OLDER';

const title = {
  en: 'The translation is stale: the source text has changed.',
  es: 'La traducción está desactualizada: el texto original ha cambiado.',
};

/** Finds stale translations. */
export const translations: CatalogueRule = {
  name: 'translations',
  async find({ strapi }) {
    const types = contentTypesOf({ strapi }).filter(({ uid }) => uid.startsWith('api::'));
    const found = await Promise.all(
      types.map(async ({ uid }) =>
        (await findStaleTranslations({ strapi }, uid)).map(({ documentId, locale }) => ({
          uid,
          documentId,
          locale,
          code: TRANSLATION_OLDER,
          field: null,
          severity: 'warning' as const,
          title,
          text: title,
        })),
      ),
    );
    return found.flat();
  },
};
