import { otherLanguages, missingValueWarning } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/**
 * Publishing rules of e-mail templates. Templates that cannot be sent are already rejected when
 * they are saved.
 */
export const emailTemplateReadiness: Readiness = {
  uid: 'api::email-template.email-template',
  rules: [
    missingValueWarning('PREVIEW_LINE_MISSING', 'preheader', {
      en: 'The preview line is missing. Inboxes show the beginning of the text instead.',
      es: 'Falta la línea de vista previa. La bandeja de entrada muestra el principio del texto.',
    }),
    otherLanguages,
  ],
  errorFields: [],
};
