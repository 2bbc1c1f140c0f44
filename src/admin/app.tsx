import type { StrapiApp } from '@strapi/strapi/admin';
import { registerEditorTexts } from './editor-texts';
import { namesInSpanish } from './editor-texts/es';
import { registerEmailTemplate, registerUnsentMails } from './email-template';
import { emailTemplateInSpanish } from './email-template/es';
import { registerPageTools } from './page-tools';
import { pageToolsInSpanish } from './page-tools/es';
import { registerPartnerVideo } from './partner-video';
import { partnerVideoInSpanish } from './partner-video/es';

/** The admin panel's own pieces; each lives in a folder and is registered by a line here. */
export default {
  config: {
    locales: ['es'],
    translations: {
      es: {
        ...namesInSpanish,
        ...pageToolsInSpanish,
        ...partnerVideoInSpanish,
        ...emailTemplateInSpanish,
      },
    },
  },
  register(app: StrapiApp): void {
    registerUnsentMails(app);
  },

  bootstrap(app: StrapiApp): void {
    registerPageTools(app);
    registerEditorTexts(app);
    registerPartnerVideo(app);
    registerEmailTemplate(app);
  },
};
