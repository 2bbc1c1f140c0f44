import { boundedPopulate } from '../plugins/content-api';

export default boundedPopulate;
