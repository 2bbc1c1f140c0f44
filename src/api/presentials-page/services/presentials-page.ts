import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::presentials-page.presentials-page');
