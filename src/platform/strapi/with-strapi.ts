import type { Core } from '@strapi/types';

/** The context of a running service, which functions take as their first argument. */
export type WithStrapi = { strapi: Core.Strapi };
