import { createContentRouter } from '../../../plugins/content-api/router';

export default createContentRouter('api::platform-page.platform-page');
