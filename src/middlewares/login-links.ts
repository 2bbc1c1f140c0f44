import { loginLinks } from '../plugins/content-api';

export default loginLinks;
