import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::episode.episode');
