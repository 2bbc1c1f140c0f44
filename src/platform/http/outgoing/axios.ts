import { createRequire } from 'node:module';
import type { AxiosStatic } from 'axios';

/** Returns axios. Its first use loads it, so that starts without outgoing requests do not. */
export const axios = (): AxiosStatic => {
  const require = createRequire(__filename);
  return require('axios') as AxiosStatic;
};
