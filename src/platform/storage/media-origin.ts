import type { WithStrapi } from '../with-strapi';
import { serverSettings } from '../settings/server';
import { uploadSettings } from './settings';

/**
 * The origin that is put before the addresses of files which the service keeps itself: the media's own where
 * there is one, else that of the service; null where neither is known and addresses stay relative.
 */
export const mediaOriginOf = ({ strapi }: WithStrapi): string | null => {
  const upload = uploadSettings.of({ strapi });
  const { publicUrl } = serverSettings.of({ strapi });
  if (upload.provider === 'local' && upload.mediaUrl !== null) return upload.mediaUrl;
  return publicUrl === null ? null : new URL(publicUrl).origin;
};
