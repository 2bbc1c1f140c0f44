import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::channels-page.channels-page');
