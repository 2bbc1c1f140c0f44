/**
 * The number of this release towards the database; it rises monotonically and is never used again. Whoever
 * changes a model (a `schema.json`, a component) or a definition that a start installs in the database
 * (trigger, function, index, form layout) raises it by one, in the same commit, once for everything that goes
 * out together. A release that changes neither keeps it. The version in package.json names a release for
 * people; this number alone decides which of two releases is the older one. See docs/releases.md.
 */
export const RELEASE = 5;
