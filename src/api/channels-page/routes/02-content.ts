import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::channels-page.channels-page');
