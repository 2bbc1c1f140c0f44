import type { WithStrapi } from '../with-strapi';
import { serverSettings } from '../settings/server';

/** Returns the public URL of the service, or its local address where none is configured. */
export const publicAddress = ({ strapi }: WithStrapi): string => {
  const { publicUrl, host, port } = serverSettings.of({ strapi });
  return publicUrl ?? `http://${host}:${port}`;
};

/** Returns the URL of the API. */
export const apiAddress = ({ strapi }: WithStrapi): string =>
  `${publicAddress({ strapi })}${strapi.config.get<string>('api.rest.prefix', '/api')}`;
