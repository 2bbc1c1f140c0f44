import { inLanguage, type MailKind, type MailText } from '../kinds';
import { findVariableNames } from './variables';

/** Appends the supplement of a kind to a text that does not use its variable. */
export const appendSupplement = <Text extends MailText & { lang: string }>(
  { supplement }: Pick<MailKind, 'supplement'>,
  text: Text,
): Text => {
  if (supplement === undefined || findVariableNames(text.body).includes(supplement.unless))
    return text;
  return { ...text, body: `${text.body}\n\n${inLanguage(supplement.texts, text.lang)}` };
};
