import type { Feature } from '../../feature/feature';
import { confirmedDefinitions } from './server/definitions';

export { outdatedTranslations, type Outdated } from './server/outdated';

/** Says which translations are older than what they translate, as the history of entries knows it. */
export const translationAge: Feature = {
  name: 'translation-age',
  isPlugin: true,
  definitions: () => confirmedDefinitions,
};
