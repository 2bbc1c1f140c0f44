import { guardAddress } from '../http/address-guard';

/** Place it after `strapi::query`. */
export default () => guardAddress;
