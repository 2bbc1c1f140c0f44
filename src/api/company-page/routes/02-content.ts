import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::company-page.company-page');
