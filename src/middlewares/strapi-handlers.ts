import { guardStrapiHandlers } from '../http/strapi-handlers';

export default () => guardStrapiHandlers;
