import path from 'node:path';

/** Where this project lies; this file runs as dist/scripts/sample/paths.js. */
const projectRoot = path.resolve(__dirname, '../../..');

/** The sample's data files; their images lie in its `images`. */
export const sampleRoot = path.join(projectRoot, 'database/sample');
