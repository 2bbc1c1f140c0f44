import { publishedOnly } from '../plugins/content-api';

export default publishedOnly;
