import type { Environment, SettingsSection, Variables } from './section';

/**
 * Values of NODE_ENV that relax requirements of production. Every other value, or none, means
 * production, so that a deployment without the variable is strict.
 */
const relaxed: readonly string[] = ['development', 'test', 'demo'];

/** Returns whether a value of NODE_ENV is one of the environments without real visitors. */
export const isRelaxed = (nodeEnv: string | undefined): boolean =>
  nodeEnv !== undefined && relaxed.includes(nodeEnv);

const toEnvironment = (variables: Variables): Environment => ({
  // `PORT=` in a file means "not set".
  variables: Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  ),
  // A build of the admin panel is always for production.
  isProduction: variables.ADMIN_BUILD !== 'true' && !isRelaxed(variables.NODE_ENV),
});

/** Reports all errors in the environment at once. */
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

/** The settings before Strapi starts. Afterwards each section provides them by `of({ strapi })`. */
export type Settings = {
  of: <T>(section: SettingsSection<T>) => T;
  /** Every section's values by name, as in Strapi's configuration. */
  values: Readonly<Record<string, unknown>>;
  /** Warnings for operators that do not prevent the start. */
  warnings: readonly string[];
};

/**
 * Returns the variables under their current names. A former name counts only if the current one is
 * not set.
 *
 * @returns the variables, and the former name of each one that was found by it, keyed by the
 * current name
 */
const renameVariables = (
  sections: readonly SettingsSection<unknown>[],
  environment: Environment,
): { renamed: Environment; renamedFrom: ReadonlyMap<string, string> } => {
  const renamedFrom = new Map(
    sections
      .flatMap(({ formerNames }) => Object.entries(formerNames))
      .filter(
        ([name, former]) =>
          environment.variables[name] === undefined && environment.variables[former] !== undefined,
      ),
  );
  const values = [...renamedFrom].map(([name, former]) => [name, environment.variables[former]]);
  const variables = { ...environment.variables, ...(Object.fromEntries(values) as Variables) };
  return { renamed: { ...environment, variables }, renamedFrom };
};

/**
 * Reads the settings from the environment.
 *
 * @throws SettingsError that names every missing or malformed variable
 */
export const readSections = (
  sections: readonly SettingsSection<unknown>[],
  variables: Variables,
): Settings => {
  const { renamed: environment, renamedFrom } = renameVariables(sections, toEnvironment(variables));
  const problems: string[] = [];
  const read = sections.map((section) => {
    const result = section.schema(environment).safeParse(environment.variables);
    for (const { path, message } of result.error?.issues ?? []) {
      const variable = path.join('.');
      const isMissing = environment.variables[variable] === undefined;
      problems.push(
        `${renamedFrom.get(variable) ?? variable} ${isMissing ? 'is not set' : message}`,
      );
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
      ...[...renamedFrom].map(([name, former]) => `${former} is called ${name} now; rename it`),
      ...read.flatMap(([section, values]) => section.warningsOf(values, environment)),
    ],
  };
};
