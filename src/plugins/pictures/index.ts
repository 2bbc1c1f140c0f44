import type { Feature } from '../../feature/feature';
import { getPicture } from './contract';
import { fileDefinitions } from './server/file-rows';
import { registerPictures } from './server/pictures';
import { pictureSettings } from './settings';

/** Pictures in the sizes that pages ask for. */
export const pictures: Feature = {
  name: 'pictures',
  isPlugin: true,
  settings: [pictureSettings],
  endpoints: [getPicture],
  definitions: fileDefinitions,
  register: registerPictures,
};
