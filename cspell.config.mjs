/**
 * Words that this project does not use. `npm run check:words` finds them in names, comments, texts
 * and documents. Each has a plain term: write an error or a warning, validate, fix, unavailable.
 */
export default {
  language: 'en',
  // Only the words below are reported, not spelling.
  unknownWords: 'report-flagged',
  dictionaries: [],
  flagWords: [
    // An error or a warning of a publishing rule.
    ...['hindrance', 'hindrances'],
    // Validate, evaluate.
    ...['judge', 'judged', 'judges', 'judging'],
    // Fix.
    ...['mend', 'mended', 'mending', 'mends'],
    // Name the person or the program.
    'whoever',
  ],
  ignorePaths: [
    'cspell.config.mjs',
    'eslint.config.mjs',
    // History stays as it was written.
    'CHANGELOG.md',
    'docs/explanation/decisions',
    'docs/openapi.json',
    'docs/openapi.released.json',
    // Packages and the build of the example site.
    'examples/*/{node_modules,.next}',
  ],
};
