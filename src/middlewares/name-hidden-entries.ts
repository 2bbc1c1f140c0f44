import { nameHiddenEntries } from '../plugins/rights';

export default nameHiddenEntries;
