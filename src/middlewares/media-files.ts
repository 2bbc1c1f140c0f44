import { serveUploads } from '../plugins/uploads';

export default serveUploads;
