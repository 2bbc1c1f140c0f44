/** Measures the service against others. `npm run bench`. */
export { run } from '../../bench/index.mjs';
