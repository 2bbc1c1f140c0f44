import type { Feature } from '#feature/feature';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { watchDraft } from './contract';
import { getDraftWatches } from './server/draft-watches';
import { lineForm } from './server/business-line';
import { registerPreview } from './server/register';
import { createRevocationDefinitions } from './server/grants';
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
  definitions: createRevocationDefinitions,
  register: registerPreview,
  start: (context) => getDraftWatches(context).start(),
  drain: (context) => getDraftWatches(context).endAll(),
  stop: (context) => getDraftWatches(context).endAll(),
};

export { openDrafts } from './server/open-drafts';
export { buildPreviewAddress, buildPreviewLink } from './server/address';
