import { setPreviewLink } from '../plugins/preview';

export default setPreviewLink;
