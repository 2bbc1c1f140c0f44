import type { Core } from '@strapi/types';
import { defineMailJob } from './jobs/send-mails';
import { guardEmailRoutes } from './guard-email-route';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  defineMailJob({ strapi });
  guardEmailRoutes({ strapi });
};
