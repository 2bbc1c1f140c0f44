import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::books-page.books-page');
