import { mailbox } from './mailbox/index.mjs';
import { partnerVideo } from './partner-video/index.mjs';
import { pay } from './pay/index.mjs';

/** The stand-ins that `npm run demo` starts beside the service. */
export const sandboxes = [mailbox, pay, partnerVideo];
