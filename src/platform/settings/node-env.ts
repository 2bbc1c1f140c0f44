/**
 * Values of NODE_ENV that relax requirements of production. Every other value, or none, means
 * production, so that a deployment without the variable is strict.
 */
const relaxed: readonly string[] = ['development', 'test', 'demo'];

/** Returns whether a value of NODE_ENV is one of the environments without real visitors. */
export const isRelaxed = (nodeEnv: string | undefined): boolean =>
  nodeEnv !== undefined && relaxed.includes(nodeEnv);
