/** The parts of `/_ready` on a healthy node. */
export const everything = {
  database: 'ok',
  clock: 'ok',
  connections: 'ok',
  changes: 'ok',
  jobs: 'ok',
  contracts: 'ok',
};
