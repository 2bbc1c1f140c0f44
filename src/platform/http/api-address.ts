import type { WithStrapi } from '../with-strapi';
import { serverSettings } from '../settings/server';

/** The service's own address: how the world reaches it, or this machine where nobody has said how the world does. */
export const ownAddress = ({ strapi }: WithStrapi): string => {
  const { publicUrl, host, port } = serverSettings.of({ strapi });
  return publicUrl ?? `http://${host}:${port}`;
};

/** That of its API. */
export const apiAddress = ({ strapi }: WithStrapi): string =>
  `${ownAddress({ strapi })}${strapi.config.get<string>('api.rest.prefix', '/api')}`;
