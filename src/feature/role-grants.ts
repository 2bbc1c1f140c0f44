/** Permissions that a feature adds to the roles which the service creates. */
export type RoleGrants = {
  /** Actions for each role that may write content, for example `plugin::history.bin.use`. */
  writers?: readonly string[];
  /** Actions for Support, and the types whose entries it may read. */
  support?: { actions?: readonly string[]; reads?: readonly string[] };
};
