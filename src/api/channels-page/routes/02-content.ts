import { createContentRouter } from '../../../plugins/content-api/router';

export default createContentRouter('api::channels-page.channels-page');
