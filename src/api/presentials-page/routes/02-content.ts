import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::presentials-page.presentials-page');
