import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::home-page.home-page');
