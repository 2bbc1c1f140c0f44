import type { Text } from '../../../../feature/layout';
import { messageLanguages } from '../../../../platform/http/errors';
import type { Person } from '../../../../platform/strapi/on-behalf';

/** The language in which somebody is told things, as far as it is one of the panel's. */
export const languageOf = ({ language }: Pick<Person, 'language'>): keyof Text =>
  messageLanguages.find((one) => one === language) ?? messageLanguages[0];
