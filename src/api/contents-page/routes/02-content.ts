import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::contents-page.contents-page');
