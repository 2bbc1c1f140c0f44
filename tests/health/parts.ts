/** What `/_ready` says of its parts while all is well. */
export const everything = {
  database: 'ok',
  clock: 'ok',
  connections: 'ok',
  changes: 'ok',
  jobs: 'ok',
  contracts: 'ok',
};
