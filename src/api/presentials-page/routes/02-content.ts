import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::presentials-page.presentials-page');
