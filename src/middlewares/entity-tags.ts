import { setEntityTag } from '../plugins/changes/concurrent-editing';

export default () => setEntityTag;
