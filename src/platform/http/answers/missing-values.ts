import { errors } from '@strapi/utils';
import type { MessageLanguage } from '../errors';

/**
 * Strapi's message for required relations and media (`@strapi/core`, services/entity-validator).
 */
const missing = /^\S+ must be defined\.$/;

const said: Record<MessageLanguage, string> = {
  en: 'Something is missing that has to be chosen here.',
  es: 'Falta elegir algo que es obligatorio aquí.',
};

type Told = { message?: unknown };

/**
 * Replaces Strapi's English messages about missing values, which contain the attribute's name, with
 * messages in the given language.
 */
export const nameMissingValues = (error: unknown, language: MessageLanguage): void => {
  if (!(error instanceof errors.ValidationError)) return;
  const { errors: problems } = error.details as { errors?: unknown };
  const told: Told[] = [error, ...(Array.isArray(problems) ? (problems as Told[]) : [])];
  for (const one of told) {
    if (typeof one.message === 'string' && missing.test(one.message)) one.message = said[language];
  }
};
