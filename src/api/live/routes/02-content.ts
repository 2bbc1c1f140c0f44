import { createContentRouter } from '../../../plugins/content-api/router';

export default createContentRouter('api::live.live');
