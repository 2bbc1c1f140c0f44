/**
 * Registers esbuild for `.tsx` files. Strapi's build and its development server read
 * `config/plugins.ts`, and through its imports the sources of the service. They use
 * esbuild-register for `.ts` only, so a server component would not be found.
 */
import { register } from 'esbuild-register/dist/node.js';

register({ extensions: ['.tsx'], jsx: 'automatic' });
