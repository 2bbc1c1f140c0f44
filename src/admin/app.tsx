import type { StrapiApp } from '@strapi/strapi/admin';
import { registerCheckout } from './checkout';
import { ORDER } from './checkout/OrderPanel';
import { checkoutInSpanish } from './checkout/words';
import { registerEditorTexts } from './editor-texts';
import { namesInSpanish } from './editor-texts/es';
import { registerEmailTemplate, registerUnsentMails } from './email-template';
import { emailTemplateInSpanish } from './email-template/es';
import { registerPageTools } from './page-tools';
import { pageToolsInSpanish } from './page-tools/es';
import { registerPartnerVideo } from './partner-video';
import { partnerVideoInSpanish } from './partner-video/es';
import { hideWriting } from './read-only';

/** The admin panel's own pieces; each lives in a folder and is registered by a line here. */
export default {
  config: {
    locales: ['es'],
    translations: {
      es: {
        ...namesInSpanish,
        ...pageToolsInSpanish,
        ...checkoutInSpanish,
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
    registerCheckout(app);
    registerPartnerVideo(app);
    registerEmailTemplate(app);
    hideWriting(app, [ORDER, 'plugin::partner-video.grant']);
  },
};
