import { serveUploads } from '../plugins/media/uploads';

export default serveUploads;
