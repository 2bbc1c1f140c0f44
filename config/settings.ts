import { readSettings } from '#index';

/** Returns the parsed environment. Each section reads its own values by `of({ strapi })`. */
export default () => {
  const { values, warnings } = readSettings(process.env);
  return { ...values, warnings };
};
