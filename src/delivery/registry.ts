import type { Core } from '@strapi/types';
import { createDelivery, type Delivery } from './delivery';
import { registerCounters } from './tell';

const NAME = 'delivery';

/** Makes the reading engine available to controllers and services of this Strapi instance. */
export const registerDelivery = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.add(NAME, () => createDelivery({ strapi }));
  if (strapi.config.get<boolean>('settings.delivery.isTelling')) {
    registerCounters({ strapi }, () => deliveryOf({ strapi }));
  }
};

/** The reading engine of this Strapi instance. */
export const deliveryOf = ({ strapi }: { strapi: Core.Strapi }): Delivery => strapi.get(NAME);
