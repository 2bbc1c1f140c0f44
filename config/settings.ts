import { readSettings, type Settings } from '../src/settings';

/** The parsed environment, for the application: `strapi.config.get('settings')`. */
export default (): Settings => readSettings(process.env);
