/**
 * Runs an S3 server that checks signatures, with one empty bucket, and prints its address:
 *
 *   node tests/support/s3-process.mjs <private|public> <folder> <port>
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import S3rver from '@20minutes/s3rver';

const [, , access, directory = '', port] = process.argv;

/** The CORS rules of an operator's bucket. A test's panel has another origin each time. */
const cors = readFileSync(new URL('../../ops/bucket-cors.xml', import.meta.url), 'utf8').replace(
  'https://cms.example.com',
  'http://*',
);

const options = { directory, silent: true, configureBuckets: [{ name: 'media', configs: [cors] }] };
const s3 = new S3rver(options);
await s3.configureBuckets();
const answer = s3.callback();

/**
 * For listing the bucket, of which it reckons the signature without the slash at the end of the address that every
 * client signs.
 */
const list = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
const isListing = (/** @type {string} */ url) => url.startsWith('/media/?');

/** Stands in for the policy of a private bucket, which this server lacks: unsigned requests are refused. */
const isRefused = (/** @type {import('node:http').IncomingMessage} */ { url = '', headers }) =>
  access === 'private' && headers.authorization === undefined && !url.includes('X-Amz-Signature=');

const server = createServer((request, response) => {
  if (isRefused(request)) {
    response.writeHead(403, { 'Content-Type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code></Error>');
  } else (isListing(request.url ?? '') ? list : answer)(request, response);
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${port}`);
});
