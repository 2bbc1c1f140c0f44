/**
 * The least that an HTTP server in Node can do: gives the bytes and headers that the address in its
 * argument answered once, and 304 to who has them.
 */
import { createServer } from 'node:http';
import { get } from '../load/get.mjs';

/** What Node writes itself. */
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
