import type { WithStrapi } from '../../../platform/with-strapi';
import { defineMailJob } from './jobs/send-mails';
import { guardEmailRoutes } from './guard-email-route';

export const register = ({ strapi }: WithStrapi): void => {
  defineMailJob({ strapi });
  guardEmailRoutes({ strapi });
};
