/**
 * A minimal HTTP server in Node.js. It repeats the bytes and headers of one response from the URL
 * in its argument, and answers 304 to clients that have it.
 */
import { createServer } from 'node:http';
import { get } from '../load/get.mjs';

/** Headers that Node.js writes itself. */
const ofTheConnection = ['connection', 'date', 'keep-alive'];
const ofTheBody = ['content-length', 'content-type'];

const { headers, body } = await get(process.argv[2] ?? '');

/** @param {readonly string[]} except */
const headersBut = (except) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !except.includes(name)));

const whole = headersBut(ofTheConnection);
const short = headersBut([...ofTheConnection, ...ofTheBody]);

createServer((req, res) => {
  if (req.headers['if-none-match'] === headers.etag) {
    res.writeHead(304, short);
    res.end();
    return;
  }
  res.writeHead(200, whole);
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
