import { publicSearch } from '../plugins/content-api';

export default publicSearch;
