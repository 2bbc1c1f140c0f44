/**
 * The number of this release for the database. It increases monotonically and is never reused.
 * Raise it by one in the commit that changes a model (a `schema.json`, a component). Do the same
 * for a definition that a start installs (trigger, function, index, form layout). One deployment
 * needs one number. Other releases keep it. The version in package.json is for people; this number
 * alone decides which of two releases is older. See docs/explanation/releases.md.
 */
export const RELEASE = 8;
