import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::channels-page.channels-page');
