import type { Core } from '@strapi/types';
import { guardUploadServices } from './guard-services';

/** To be called while plugins are registered, before anybody can upload. */
export const registerUploads = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardUploadServices({ strapi });
};
