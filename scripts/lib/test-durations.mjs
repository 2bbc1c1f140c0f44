import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** @typedef {import('../../tests/support/measurements.mjs').Measurement} Measurement */

/**
 * Durations that determine the order of suites (tests/support/sequencer.mjs) and show their cost.
 */
const durationsFile = inRoot('tests/durations.json');

/** @typedef {{ seconds: number, settings?: string }} Duration */

/** Returns the durations by path below the root; none if the file is missing or broken. */
export const readDurations = () => {
  try {
    /** @type {Record<string, Duration>} */
    const durations = JSON.parse(readFileSync(durationsFile, 'utf8'));
    return durations;
  } catch {
    return {};
  }
};

/** @param {string} file lines of JSON @returns {Measurement[]} */
export const readMeasurements = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          /** @type {Measurement} */
          const measurement = JSON.parse(line);
          return measurement;
        })
    : [];

/** @param {readonly Measurement[]} measurements @param {string} event */
const sumCounts = (measurements, event) =>
  measurements.reduce((sum, { counts }) => sum + (counts[event] ?? 0), 0);

/** @param {readonly Measurement[]} measurements */
export const summarizeMeasurements = (measurements) => {
  const cpu = measurements.reduce(
    (sum, measurement) => sum + measurement.cpuSeconds + measurement.childSeconds,
    0,
  );
  const count = (/** @type {string} */ event) => sumCounts(measurements, event);
  return [
    `starts: ${count('start')} in the process of a suite and ${count('process')} as a process`,
    `${count('lease')} shared services, ${count('database')} databases`,
    `${count('browser')} browsers, ${count('panelLoad')} loads of the panel`,
    `${Math.round(cpu)} s of processor`,
  ].join('; ');
};

/**
 * Writes `tests/durations.json`.
 *
 * @param {readonly Measurement[]} measurements measurements of a whole run
 */
export const writeDurations = (measurements) => {
  const durations = measurements
    .map(({ file, seconds, cpuSeconds, childSeconds, counts, settings }) => {
      const cpu = Math.round(cpuSeconds + childSeconds);
      return /** @type {const} */ ([
        file,
        { seconds: Math.round(seconds), cpu, settings, ...counts },
      ]);
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(durations), null, 2)}\n`);
};
