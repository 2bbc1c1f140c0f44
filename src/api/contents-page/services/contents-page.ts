import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::contents-page.contents-page');
