import { otherLanguages, wanted } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** What an e-mail template should be before it is published; what could not be sent is not even saved. */
export const emailTemplateReadiness: Readiness = {
  uid: 'api::email-template.email-template',
  rules: [
    wanted('PREVIEW_LINE_MISSING', 'preheader', {
      en: 'The preview line is missing. Inboxes show the beginning of the text instead.',
      es: 'Falta la línea de vista previa. La bandeja de entrada muestra el principio del texto.',
    }),
    otherLanguages,
  ],
  errorFields: [],
};
