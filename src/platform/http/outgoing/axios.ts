import { createRequire } from 'node:module';
import type { AxiosStatic } from 'axios';

/** Returns the library that sends requests. Its first use loads it, so that a start which sends none does not. */
export const axios = (): AxiosStatic => {
  const require = createRequire(__filename);
  return require('axios') as AxiosStatic;
};
