import { otherLanguages, createMissingValueRule } from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

/**
 * Publishing rules of e-mail templates. Templates that cannot be sent are already rejected when
 * they are saved.
 */
export const emailTemplatePublishingRules: PublishingRules = {
  uid: 'api::email-template.email-template',
  rules: [
    createMissingValueRule('PREVIEW_LINE_MISSING', 'preheader', {
      en: 'The preview line is missing. Inboxes show the beginning of the text instead.',
      es: 'Falta la línea de vista previa. La bandeja de entrada muestra el principio del texto.',
    }),
    otherLanguages,
  ],
  errorFields: [],
};
