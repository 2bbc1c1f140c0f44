import { features } from '.';
import { readSections, type Settings } from './settings';
import type { Variables } from './settings/section';

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
