import { setEntityTag } from '../plugins/concurrent-editing';

export default () => setEntityTag;
