import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::platform-page.platform-page');
