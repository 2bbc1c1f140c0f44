/** `npm run bench`: measures the service against others. */
export { run } from '../../bench/index.mjs';
