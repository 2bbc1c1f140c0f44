import type { WithStrapi } from '../strapi/with-strapi';
import { serverSettings } from '../settings/server';

/** Returns the public URL of the service, or its local address where none is configured. */
export const getPublicAddress = ({ strapi }: WithStrapi): string => {
  const { publicUrl, host, port } = serverSettings.of({ strapi });
  return publicUrl ?? `http://${host}:${port}`;
};

const getApiPrefix = ({ strapi }: WithStrapi): string =>
  strapi.config.get<string>('api.rest.prefix', '/api');

/** Returns the URL of the API. */
export const getApiAddress = ({ strapi }: WithStrapi): string =>
  `${getPublicAddress({ strapi })}${getApiPrefix({ strapi })}`;

/** Returns a function that returns whether a path belongs to the API. The router ignores case. */
export const createApiPathCheck = ({ strapi }: WithStrapi): ((path: string) => boolean) => {
  const beginning = `${getApiPrefix({ strapi })}/`.toLowerCase();
  return (path) => path.toLowerCase().startsWith(beginning);
};
