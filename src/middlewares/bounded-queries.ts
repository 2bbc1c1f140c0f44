import { boundedQueries } from '../plugins/content-api';

export default boundedQueries;
