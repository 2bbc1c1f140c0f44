import { features } from './';
import { readSections, type Settings } from './platform/settings';
import type { Variables } from './platform/settings/section';

/**
 * The settings of the whole service as the environment says them.
 *
 * @throws SettingsError naming every variable that is missing or malformed
 */
export const readSettings = (variables: Variables): Settings =>
  readSections(
    features.flatMap(({ settings = [] }) => settings),
    variables,
  );
