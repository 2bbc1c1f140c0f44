import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::platform-page.platform-page');
