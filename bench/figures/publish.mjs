import { documentIdOf } from '../data/random.mjs';
import { median } from '../lib/statistics.mjs';
import { mustGet } from '../load/get.mjs';
import { API_TOKEN } from '../targets/environment.mjs';

const FIRST = 40;

/**
 * Writes and publishes a product over the content API. @param {string} url @param {number} at
 * @param {string} text
 */
export const publish = (url, at, text) =>
  mustGet(`${url}/api/products/${documentIdOf(`api::product.product ${at}`)}?locale=es`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { acronym: text } }),
  });

let written = 0;

/** Returns a text that has not been used before. */
export const nextText = () => `A${(written += 1)}`;

/**
 * Measures the median duration of several publications of different products. @param {string} url
 * @param {number} [times]
 */
export const timeToPublish = async (url, times = 25) => {
  /** @type {number[]} */
  const took = [];
  for (let at = 0; at < times; at += 1) {
    took.push((await publish(url, FIRST + at, nextText())).ms);
  }
  return median(took);
};
