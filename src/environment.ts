import { features } from './';
import { readSections, type Settings } from './platform/settings';
import type { Variables } from './platform/settings/section';

/**
 * Reads the settings of the whole service from the environment.
 *
 * @throws SettingsError that names every missing or malformed variable
 */
export const readSettings = (variables: Variables): Settings =>
  readSections(
    features.flatMap(({ settings = [] }) => settings),
    variables,
  );
