import type { Core } from '@strapi/types';
import { checkContracts } from './plan/check-contracts';
import { createDelivery, type Delivery } from './engine';
import { modelsOf } from './plan/model';
import { contractReadsOf } from './plan/contract-reads';
import { registerCounters } from './metrics-route';
import { deliverySettings } from './settings';

const NAME = 'delivery';

/**
 * Makes the reading engine available to controllers and services of this Strapi instance.
 *
 * @throws ContractError where an endpoint reads what the content types do not have
 */
export const registerDelivery = ({ strapi }: { strapi: Core.Strapi }): void => {
  checkContracts(modelsOf({ strapi }), contractReadsOf({ strapi }));
  strapi.add(NAME, () => createDelivery({ strapi }));
  if (deliverySettings.of({ strapi }).isTelling) {
    registerCounters({ strapi }, () => deliveryOf({ strapi }));
  }
};

/** The reading engine of this Strapi instance. */
export const deliveryOf = ({ strapi }: { strapi: Core.Strapi }): Delivery => strapi.get(NAME);
