import { guardStrapiHandlers } from '../platform/http/strapi-handlers';

export default () => guardStrapiHandlers;
