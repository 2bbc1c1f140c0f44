import type { Core } from '@strapi/types';
import { openPublicReads } from '../http/public-reads';

export default (_config: unknown, { strapi }: { strapi: Core.Strapi }) =>
  openPublicReads({ strapi });
