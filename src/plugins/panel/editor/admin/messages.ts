import type { Translations } from '../../../../feature/admin/panel';
import type { Text } from '../../../../feature/layout';
import strapiInSpanish from './strapi-es.json';

/**
 * What is switched on answers a question in forms and lists: “Only for registered people: yes”. Whoever leaves
 * a form without saving is not told that all is lost: what was typed into entries is kept. And what forms say of a value that breaks a rule, under Strapi's own ids: its words speak of regular expressions
 * and are missing in Spanish here and there. What the field wants stands in its hint, below.
 */
const messages: Readonly<Record<string, Text>> = {
  'app.components.ToggleCheckbox.on-label': { en: 'Yes', es: 'Sí' },
  'app.components.ToggleCheckbox.off-label': { en: 'No', es: 'No' },
  'global.prompt.unsaved': {
    en: 'What you have changed here is not saved. Leave all the same?',
    es: 'Lo que has cambiado aquí no está guardado. ¿Salir de todos modos?',
  },
  'components.Input.error.validation.regex': {
    en: 'It is not written as it has to be; the line below says how.',
    es: 'No está escrito como debe; la línea de abajo dice cómo.',
  },
  'components.Input.error.validation.required': {
    en: 'It cannot be left empty.',
    es: 'No puede quedar vacío.',
  },
  'components.Input.error.validation.unique': {
    en: 'Another entry has it already.',
    es: 'Ya lo tiene otra entrada.',
  },
  'components.Input.error.validation.min': {
    en: 'It must be at least {min}.',
    es: 'Tiene que ser al menos {min}.',
  },
  'components.Input.error.validation.max': {
    en: 'It must be at most {max}.',
    es: 'Tiene que ser como mucho {max}.',
  },
  'components.Input.error.validation.minLength': {
    en: 'It is too short: at least {min} characters.',
    es: 'Es demasiado corto: al menos {min} caracteres.',
  },
  'components.Input.error.validation.maxLength': {
    en: 'It is too long: at most {max} characters.',
    es: 'Es demasiado largo: como mucho {max} caracteres.',
  },
  'components.Input.error.validation.email': {
    en: 'It is not an e-mail address.',
    es: 'No es una dirección de correo.',
  },
  'components.Input.error.validation.json': { en: 'It is not JSON.', es: 'No es JSON.' },
  'components.Input.error.validation.lowercase': {
    en: 'Only lower-case letters are possible.',
    es: 'Solo puede llevar minúsculas.',
  },
  'components.Input.error.validation.string': { en: 'It is not a text.', es: 'No es un texto.' },
  'component.Input.error.validation.integer': {
    en: 'It must be a whole number.',
    es: 'Tiene que ser un número entero.',
  },
};

const inLanguage = (language: keyof Text): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, text[language]]));

/** Those of rules; and in Spanish what Strapi's own panel has only in English. */
export const editorMessages: Translations = {
  en: inLanguage('en'),
  es: { ...strapiInSpanish, ...inLanguage('es') },
};
