import type { Core } from '@strapi/types';
import { readBodies } from '../http/bodies/read-bodies';

/** Place it after `global::multipart`, whose fields it inspects too. */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }) => readBodies({ strapi });
