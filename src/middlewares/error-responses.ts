import type { Core } from '@strapi/types';
import { answersInOneForm } from '../http/answers/error-form';

export default (_config: unknown, { strapi }: { strapi: Core.Strapi }) =>
  answersInOneForm({ strapi });
