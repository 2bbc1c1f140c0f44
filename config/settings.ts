import { readSettings } from '../src/environment';

/** The parsed environment, for the application: each section reads its own by `of({ strapi })`. */
export default () => {
  const { values, warnings } = readSettings(process.env);
  return { ...values, warnings };
};
