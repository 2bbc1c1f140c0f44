import { partnerVideo } from './partner-video/index.mjs';

/** The stand-ins that `npm run demo` starts beside the service. */
export const sandboxes = [partnerVideo];
