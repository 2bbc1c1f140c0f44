import type { Core } from '@strapi/types';
import { createReader, type Reader } from './reader';

const NAME = 'delivery.reader';

const absoluteUrls = (publicUrl: string | null) => (url: string) =>
  publicUrl !== null && url.startsWith('/') ? new URL(url, publicUrl).href : url;

/** Makes the reading engine available to controllers and services of this Strapi instance. */
export const registerReader = ({ strapi }: { strapi: Core.Strapi }): void => {
  const publicUrl = strapi.config.get<string | null>('settings.server.publicUrl');
  strapi.add(NAME, () => createReader({ strapi, absolute: absoluteUrls(publicUrl) }));
};

/** The reading engine of this Strapi instance. */
export const readerOf = ({ strapi }: { strapi: Core.Strapi }): Reader => strapi.get(NAME);
