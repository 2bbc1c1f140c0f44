import { guardAddress } from '../platform/http/address-guard';

/** Place it after `strapi::query`. */
export default () => guardAddress;
