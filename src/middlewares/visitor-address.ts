import { acceptVisitors } from '../plugins/account';

export default acceptVisitors;
