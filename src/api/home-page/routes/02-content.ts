import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::home-page.home-page');
