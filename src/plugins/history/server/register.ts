import type { Core } from '@strapi/types';
import { historySettings } from '../settings';
import { definePruneJob } from './prune';
import { keepHistory } from './keeping/register';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  if (historySettings.of({ strapi }).isOn) keepHistory({ strapi });
  definePruneJob({ strapi });
};
