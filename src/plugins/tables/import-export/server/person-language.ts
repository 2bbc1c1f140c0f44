import type { Text } from '../../../../feature/layout';
import { messageLanguages } from '../../../../platform/http/errors';
import type { Person } from '../../../../platform/strapi/on-behalf';

/** Returns the language of messages to a user, the default if the panel lacks theirs. */
export const languageOf = ({ language }: Pick<Person, 'language'>): keyof Text =>
  messageLanguages.find((one) => one === language) ?? messageLanguages[0];
