import type { Core } from '@strapi/types';
import { nameMistakes } from '../http/answers/mistakes';

export default (_config: unknown, { strapi }: { strapi: Core.Strapi }) => nameMistakes({ strapi });
