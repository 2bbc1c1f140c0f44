import type { WithStrapi } from '../with-strapi';
import { serverSettings } from '../settings/server';
import { uploadSettings } from './settings';

/**
 * Returns the origin for the URLs of locally stored files: that of media if it is set, else that of
 * the service. Returns null if neither is known; URLs then stay relative.
 */
export const mediaOriginOf = ({ strapi }: WithStrapi): string | null => {
  const upload = uploadSettings.of({ strapi });
  const { publicUrl } = serverSettings.of({ strapi });
  if (upload.provider === 'local' && upload.mediaUrl !== null) return upload.mediaUrl;
  return publicUrl === null ? null : new URL(publicUrl).origin;
};
