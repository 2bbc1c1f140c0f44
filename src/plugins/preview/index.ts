import type { Feature } from '../../feature/feature';
import { registerPreview } from './server/register';
import { previewSettings } from './settings';

/** Shows editors what they are about to publish. */
export const preview: Feature = {
  name: 'preview',
  settings: [previewSettings],
  register: registerPreview,
};

export { openDrafts } from './server/open-drafts';
export { previewAddress } from './server/address';
