import { createContentRouter } from '../../../plugins/content-api/router';

export default createContentRouter('api::company-page.company-page');
