import { inLanguage, type MailKind, type MailText } from '../kinds';
import { namesIn } from './variables';

/** Appends the supplement of a kind to a text that does not use its variable. */
export const withSupplement = <Text extends MailText & { lang: string }>(
  { supplement }: Pick<MailKind, 'supplement'>,
  text: Text,
): Text => {
  if (supplement === undefined || namesIn(text.body).includes(supplement.unless)) return text;
  return { ...text, body: `${text.body}\n\n${inLanguage(supplement.texts, text.lang)}` };
};
