import { refreshLines } from '../plugins/rights';

export default refreshLines;
