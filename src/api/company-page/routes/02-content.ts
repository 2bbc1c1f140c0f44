import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::company-page.company-page');
