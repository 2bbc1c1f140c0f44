import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::platform-page.platform-page');
