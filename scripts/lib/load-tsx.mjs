/**
 * Strapi's build and its development server read `config/plugins.ts`, and by its imports the sources of the
 * service, before these are compiled. They do so with esbuild-register, which they tell of `.ts` only:
 * without this a component of the server is a module that cannot be found.
 */
import { register } from 'esbuild-register/dist/node.js';

register({ extensions: ['.tsx'], jsx: 'automatic' });
