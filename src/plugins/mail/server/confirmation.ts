import type { Core } from '@strapi/types';
import { type MailKind, type MailText, VARIABLE, variablesOf } from './kinds';
import { accountSettings } from '../../account/settings';

/** The variable that stands for the link which confirms an address. */
export const CONFIRM_URL = 'confirmUrl';

/** What is added to a text without the link; the first is for languages that have none of their own. */
const links: Readonly<Record<string, string>> = {
  es: `Alguien, esperamos que tú, ha abierto una cuenta con este correo electrónico.

[Confirma tu correo electrónico]({{ confirmUrl }}) para ver en ella también lo que compraste sin cuenta. Hace falta la contraseña de la cuenta. El enlace es válido durante {{ days }} días.

Si no has sido tú, no confirmes: pide un código para establecer una contraseña nueva. Con ella la cuenta pasa a ser tuya y deja de serlo de quien la registró.`,
  en: `Somebody, hopefully you, has opened an account with this e-mail address.

[Confirm your e-mail address]({{ confirmUrl }}) to see in it also what you bought without an account. That takes the password of the account. The link is valid for {{ days }} days.

If it was not you, do not confirm: ask for a code and set a new password. That takes the account over from whoever registered it.`,
};

/** Whether an e-mail of this kind has to carry the link. */
export const isConfirming = (kind: MailKind): boolean =>
  variablesOf[kind].allowed.includes(CONFIRM_URL);

const namesUrl = (body: string): boolean =>
  [...body.matchAll(VARIABLE)].some(([, name]) => name === CONFIRM_URL);

/**
 * A text that says how to confirm the address, as many a template of Marketing's does not: without it the
 * reader could not.
 */
export const withConfirmation = <T extends MailText & { lang: string }>(
  kind: MailKind,
  text: T,
): T => {
  if (!isConfirming(kind) || namesUrl(text.body)) return text;
  const link = links[text.lang] ?? links[text.lang.split('-', 1)[0] ?? ''] ?? links.es;
  return { ...text, body: `${text.body}\n\n${link}` };
};

/** The link with a code in it. */
export const confirmUrlOf = (
  { strapi }: { strapi: Core.Strapi },
  { code, lang, vertical }: { code: string; lang: string; vertical: string | null },
): string => {
  const { confirmEmailUrl } = accountSettings.of({ strapi });
  return confirmEmailUrl
    .replaceAll('{code}', encodeURIComponent(code))
    .replaceAll('{lang}', encodeURIComponent(lang))
    .replaceAll('{vertical}', encodeURIComponent(vertical ?? ''));
};
