/**
 * Runs an S3 server that checks signatures, with one empty bucket, and prints its address:
 *
 *   node tests/support/s3-process.mjs <private|public> <folder> <port>
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import S3rver from '@20minutes/s3rver';

const [, , access, directory = '', port] = process.argv;

/** CORS rules of the bucket. They allow all origins, because each test's panel has another one. */
const cors = readFileSync(new URL('../../ops/bucket-cors.xml', import.meta.url), 'utf8').replace(
  'https://cms.example.com',
  'http://*',
);

const options = { directory, silent: true, configureBuckets: [{ name: 'media', configs: [cors] }] };
const s3 = new S3rver(options);
await s3.configureBuckets();
const answer = s3.callback();

/**
 * Handles requests that list the bucket, without checking their signature: the server computes it without
 * the slash at the end of the path, which every client signs.
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
