import type { Feature } from '#feature/feature';
import { getPartnerCatalog, watchPartnerVideo } from './contract';
import { partnerVideoGrant } from './layout';
import { partnerVideoSettings } from './settings';

/** Synchronizes a video partner's catalogue, and grants students access to it. */
export const partnerVideo: Feature = {
  name: 'partner-video',
  folder: __dirname,
  settings: [partnerVideoSettings],
  endpoints: [getPartnerCatalog, watchPartnerVideo],
  layouts: { types: [partnerVideoGrant] },
  sortedTexts: { 'plugin::partner-video.grant': ['name', 'surname', 'productTitle', 'videoTitle'] },
  normalizedTypes: ['plugin::partner-video.grant'],
  auditedActions: {
    routes: {
      'GET /partner-video/grants.csv': {
        action: 'export.partner-video',
        target: 'plugin::partner-video.grant',
      },
    },
    personalTypes: ['plugin::partner-video.grant'],
  },
};
