import { createContentRouter } from '#plugins/content-api';

export default createContentRouter('api::vertical.vertical');
