import type { StrapiApp } from '@strapi/strapi/admin';
import { registerCheckout } from '../plugins/checkout/admin';
import { ORDER } from '../plugins/checkout/admin/OrderPanel';
import { checkoutInSpanish } from '../plugins/checkout/admin/words';
import { registerEditorTexts } from '../plugins/editor/admin';
import { namesInSpanish } from '../plugins/editor/admin/es';
import { registerEmailTemplate, registerUnsentMails } from '../plugins/mail/admin';
import { emailTemplateInSpanish } from '../plugins/mail/admin/es';
import { registerPageTools } from '../plugins/pages/admin';
import { pageToolsInSpanish } from '../plugins/pages/admin/es';
import { registerPartnerVideo } from '../plugins/partner-video/admin';
import { partnerVideoInSpanish } from '../plugins/partner-video/admin/es';
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
