import type { Translations } from '#feature/admin/panel';
import type { Text } from '#feature/layout';
import strapiInSpanish from './strapi-es.json';

/**
 * Replacements of Strapi's messages, under Strapi's own ids.
 * - Switches read as answers to a question: “Only for registered people: yes”.
 * - Selected files of the library are not “ready to upload”, and the other tab is the library.
 * - A component that an entry has once is removed, not “reset”.
 * - Preferences of a user do not lead to Strapi's documents for developers.
 * - The warnings about unsaved changes and an ended session do not say that all is lost, because
 *   typing is kept.
 * - Errors of requests have the id of their English text; a form shows the one of an ended session.
 * - Validation errors avoid technical terms such as regular expressions, and are complete in
 *   Spanish. The hint below a field describes the required format.
 */
const messages: Readonly<Record<string, Text>> = {
  'app.components.ToggleCheckbox.on-label': { en: 'Yes', es: 'Sí' },
  'app.components.ToggleCheckbox.off-label': { en: 'No', es: 'No' },
  'upload.list.assets.to-upload': {
    en: '{number, plural, =0 {No files} one {1 file} other {# files}} selected',
    es: '{number, plural, =0 {Ningún archivo seleccionado} one {1 archivo seleccionado} other {# archivos seleccionados}}',
  },
  'upload.modal.upload-list.sub-header-subtitle': {
    en: 'Alternative text: for new files with “Edit” here, for others with the pencil in the form.',
    es: 'Texto alternativo: en los archivos nuevos con «Editar», en los demás con el lápiz del formulario.',
  },
  'Settings.profile.form.section.experience.interfaceLanguageHelp': {
    en: 'These preferences apply only to you.',
    es: 'Estas preferencias solo se aplican a ti.',
  },
  'content-manager.components.reset-entry': { en: 'Remove', es: 'Quitar' },
  'upload.modal.nav.browse': { en: 'Library', es: 'Biblioteca' },
  'global.prompt.unsaved': {
    en: 'This page has unsaved changes. Leave it anyway?',
    es: 'Esta página tiene cambios sin guardar. ¿Salir de todos modos?',
  },
  'app.session.ended.title': { en: 'Your session has ended', es: 'Tu sesión ha terminado' },
  'app.session.ended.unsaved': {
    en: 'Your changes are kept. Log in again and open this entry to restore them.',
    es: 'Tus cambios se conservan. Inicia sesión de nuevo y abre esta entrada para restaurarlos.',
  },
  'apiError.Missing or invalid credentials': {
    en: 'Your session has ended. Log in again.',
    es: 'Tu sesión ha terminado. Inicia sesión de nuevo.',
  },
  'content-manager.validation.error': {
    en: 'Some fields have errors. Fix them before you save or publish.',
    es: 'Hay campos con errores. Corrígelos antes de guardar o publicar.',
  },
  'components.Input.error.validation.regex': {
    en: 'The format is not valid. The hint below describes it.',
    es: 'El formato no es válido. La indicación de abajo lo describe.',
  },
  'components.Input.error.validation.required': {
    en: 'This field is required.',
    es: 'Este campo es obligatorio.',
  },
  'components.Input.error.validation.unique': {
    en: 'Another entry has this value.',
    es: 'Otra entrada ya tiene este valor.',
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

/** Messages of the panel, with the Spanish translations that Strapi lacks. */
export const editorMessages: Translations = {
  en: inLanguage('en'),
  es: { ...strapiInSpanish, ...inLanguage('es') },
};
