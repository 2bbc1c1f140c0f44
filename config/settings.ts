import { readSettings } from '../src/environment';

/** The parsed environment, for the application: each section reads its own by `of({ strapi })`. */
export default () => readSettings(process.env).values;
