import type { Feature } from '#feature/feature';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { watchDraft } from './contract';
import { draftWatchesOf } from './server/draft-watches';
import { lineForm } from './server/business-line';
import { registerPreview } from './server/register';
import { revocationDefinitions } from './server/grants';
import { previewSettings } from './settings';

/** Shows drafts to editors before they are published. */
export const preview: Feature = {
  name: 'preview',
  folder: __dirname,
  endpoints: [watchDraft],
  settings: [previewSettings],
  auditedActions: {
    routes: {
      'DELETE /preview/tokens': { action: 'preview.revoked', target: 'admin::user' },
      'DELETE /preview/tokens/:id': { action: 'preview.revoked', target: 'admin::user' },
    },
  },
  reads: [{ reader: 'the previews', uid: BUSINESS_LINE, form: lineForm }],
  definitions: revocationDefinitions,
  register: registerPreview,
  start: (context) => draftWatchesOf(context).start(),
  drain: (context) => draftWatchesOf(context).endAll(),
  stop: (context) => draftWatchesOf(context).endAll(),
};

export { setPreviewLink } from './server/address';
export { openDrafts } from './server/open-drafts';
export { previewAddress, previewLink } from './server/address';
