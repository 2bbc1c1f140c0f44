import { isRelaxed } from './node-env';
import type { Environment, SettingsSection, Variables } from './section';

const environmentOf = (variables: Variables): Environment => ({
  // Someone who writes `PORT=` in a file means "not set".
  variables: Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  ),
  // A build of the admin panel is one for production, wherever and for whatever it is made.
  isProduction: variables.ADMIN_BUILD !== 'true' && !isRelaxed(variables.NODE_ENV),
});

/** Says everything that is wrong with the environment at once. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(
      [
        'The service cannot start with these settings:',
        ...problems.map((problem) => `  - ${problem}`),
        'Every setting is described in .env.example.',
      ].join('\n'),
    );
  }
}

/** The settings before Strapi has them; afterwards each section has them by `of({ strapi })`. */
export type Settings = {
  of: <T>(section: SettingsSection<T>) => T;
  /** Every section's values by its name, as Strapi's configuration holds them. */
  values: Readonly<Record<string, unknown>>;
  /** What whoever starts the service should know, although it starts. */
  warnings: readonly string[];
};

/**
 * Variables under the names that they have now: a renamed one that is set under its former name only.
 *
 * @returns the variables, and by its name now each one that was found under its former name
 */
const renameVariables = (
  sections: readonly SettingsSection<unknown>[],
  environment: Environment,
): { renamed: Environment; found: ReadonlyMap<string, string> } => {
  const found = new Map(
    sections
      .flatMap(({ formerNames }) => Object.entries(formerNames))
      .filter(
        ([name, former]) =>
          environment.variables[name] === undefined && environment.variables[former] !== undefined,
      ),
  );
  const values = [...found].map(([name, former]) => [name, environment.variables[former]]);
  const variables = { ...environment.variables, ...(Object.fromEntries(values) as Variables) };
  return { renamed: { ...environment, variables }, found };
};

/**
 * The settings as the environment says them.
 *
 * @throws SettingsError naming every variable that is missing or malformed
 */
export const readSections = (
  sections: readonly SettingsSection<unknown>[],
  variables: Variables,
): Settings => {
  const { renamed: environment, found } = renameVariables(sections, environmentOf(variables));
  const problems: string[] = [];
  const read = sections.map((section) => {
    const result = section.schema(environment).safeParse(environment.variables);
    for (const { path, message } of result.error?.issues ?? []) {
      const variable = path.join('.');
      const isMissing = environment.variables[variable] === undefined;
      problems.push(`${found.get(variable) ?? variable} ${isMissing ? 'is not set' : message}`);
    }
    return [section, result.data] as const;
  });
  if (problems.length > 0) throw new SettingsError(problems);
  const bySection = new Map<SettingsSection<unknown>, unknown>(read);
  return {
    of: <T>(section: SettingsSection<T>): T => {
      if (!bySection.has(section)) throw new Error(`No feature lists the section ${section.name}`);
      return bySection.get(section) as T;
    },
    values: Object.fromEntries(read.map(([{ name }, values]) => [name, values])),
    warnings: [
      ...[...found].map(([name, former]) => `${former} is called ${name} now; rename it`),
      ...read.flatMap(([section, values]) => section.warningsOf(values, environment)),
    ],
  };
};
