import type { Feature } from '../../feature/feature';
import { getPartnerCatalog, watchPartnerVideo } from './contract';
import { partnerVideoGrant } from './layout';
import { partnerVideoSettings } from './settings';

/** Films of a partner: their catalogue, and students' access to them. */
export const partnerVideo: Feature = {
  name: 'partner-video',
  isPlugin: true,
  settings: [partnerVideoSettings],
  endpoints: [getPartnerCatalog, watchPartnerVideo],
  layouts: { types: [partnerVideoGrant] },
};
