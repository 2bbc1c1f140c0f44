/**
 * The values of NODE_ENV that relax what matters only to real visitors. Every other value, and none at
 * all, means production: a deployment that forgets to say so must not be the lenient one.
 */
const relaxed: readonly string[] = ['development', 'test', 'demo'];

/** Whether a value of NODE_ENV stands for one of the environments that are not for real visitors. */
export const isRelaxed = (nodeEnv: string | undefined): boolean =>
  nodeEnv !== undefined && relaxed.includes(nodeEnv);
