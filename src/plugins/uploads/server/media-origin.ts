import type { Core } from '@strapi/types';
import type { Settings } from '../../../settings';

/**
 * The origin that is put before the addresses of files which the service keeps itself: the media's own where
 * there is one, else that of the service; null where neither is known and addresses stay relative.
 */
export const mediaOriginOf = ({ strapi }: { strapi: Core.Strapi }): string | null => {
  const { server, upload } = strapi.config.get<Settings>('settings');
  if (upload.provider === 'local' && upload.mediaUrl !== null) return upload.mediaUrl;
  return server.publicUrl === null ? null : new URL(server.publicUrl).origin;
};
