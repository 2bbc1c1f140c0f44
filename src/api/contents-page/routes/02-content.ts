import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::contents-page.contents-page');
