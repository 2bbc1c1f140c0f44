import type { Core } from '@strapi/types';
import { defineMailJob } from './jobs/send-mails';
import { guardEmailRoutes } from './guard-email-route';
import { guardTemplates } from './templates/guard-templates';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  defineMailJob({ strapi });
  guardEmailRoutes({ strapi });
  guardTemplates({ strapi });
};
