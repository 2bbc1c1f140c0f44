import { openDrafts } from '../plugins/preview';

export default openDrafts;
