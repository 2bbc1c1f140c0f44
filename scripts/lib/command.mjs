import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { showProgress } from './progress.mjs';

const isWindows = process.platform === 'win32';

/**
 * Milliseconds in which a second Ctrl-C is ignored. The terminal delivers the signal, and npm
 * forwards it again.
 */
const ECHO_MS = 1500;

/** Ends a command after Ctrl-C without an error message. */
class Interrupted extends Error {}

/** A failure whose message is sufficient, without a stack trace. */
export class Refusal extends Error {}

/** @param {number} since */
const formatElapsedTime = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * @typedef {object} ChildOptions
 * @property {Record<string, string | undefined>} [env]
 * @property {string} [log] file for its output, shown only if it fails; by default it goes to the
 * terminal
 * @property {(text: string) => void} [onOutput] receives its standard output instead
 * @property {(message: unknown) => void} [onMessage] opens a channel over which the program may
 * report
 * @property {number} [endMs] milliseconds after Ctrl-C until it is killed; no limit by default
 */

/**
 * One run of a project command: its steps, its child processes, and what it must stop at its end,
 * also after Ctrl-C.
 */
export class Command {
  /** @type {(() => Promise<unknown> | unknown)[]} */
  #stops = [];
  /** Functions that signal each running program. @type {Set<(signal: NodeJS.Signals) => void>} */
  #children = new Set();
  #interruptedAt = 0;

  /** Exit code after Ctrl-C. */
  interruptedCode = 130;

  constructor() {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        this.#interrupt();
      });
    }
  }

  get isInterrupted() {
    return this.#interruptedAt > 0;
  }

  #interrupt() {
    if (!this.isInterrupted) {
      this.#interruptedAt = Date.now();
      this.say('Stopping …');
      this.#signalChildren('SIGTERM');
    } else if (Date.now() - this.#interruptedAt > ECHO_MS) {
      this.#signalChildren('SIGKILL');
    }
  }

  /** @param {NodeJS.Signals} signal */
  #signalChildren(signal) {
    for (const send of this.#children) send(signal);
  }

  #checkInterrupted() {
    if (this.isInterrupted) throw new Interrupted();
  }

  /** @param {string} text */
  say(text) {
    console.log(text);
  }

  /**
   * Registers a function that stops something at the end of the command.
   *
   * @param {() => Promise<unknown> | unknown} stop
   */
  onEnd(stop) {
    this.#stops.push(stop);
  }

  /**
   * Runs one step of the command, and reports its start, progress and end.
   *
   * @template T
   * @param {string} title
   * @param {(progress: import('./progress.mjs').Progress) => Promise<T>} work
   */
  async step(title, work) {
    this.#checkInterrupted();
    const since = Date.now();
    this.say(`- ${title} …`);
    const progress = showProgress(process.stdout, title);
    try {
      return await work(progress);
    } finally {
      progress.end();
      if (Date.now() - since > 3000)
        progress.say(`${title.split(',')[0]} took ${formatElapsedTime(since)}`);
      this.#checkInterrupted();
    }
  }

  /**
   * Runs a program and returns its exit code. The program has its own process group, so a Ctrl-C in
   * the terminal reaches only this process. This process forwards it and waits, so that the
   * program's dependencies are stopped after it.
   *
   * @param {string} program
   * @param {string[]} args
   * @param {ChildOptions} [options]
   */
  async run(program, args, { env = process.env, log, onOutput, onMessage, endMs } = {}) {
    this.#checkInterrupted();
    const errors = log === undefined ? 'inherit' : 'pipe';
    const output = onOutput === undefined ? errors : 'pipe';
    const child = spawn(program, args, {
      cwd: root,
      env,
      detached: !isWindows,
      stdio: onMessage ? ['ignore', output, errors, 'ipc'] : ['ignore', output, errors],
    });
    if (log !== undefined) {
      mkdirSync(path.dirname(log), { recursive: true });
      const file = createWriteStream(log);
      child.stdout?.pipe(file, { end: false });
      child.stderr?.pipe(file, { end: false });
    }
    if (onOutput) {
      child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
        onOutput(chunk.toString());
      });
    }
    if (onMessage) child.on('message', onMessage);
    /** @param {NodeJS.Signals} signal */
    const send = (signal) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      try {
        process.kill(isWindows ? child.pid : -child.pid, signal);
      } catch {
        // It has ended in the meantime.
      }
      if (endMs === undefined || signal === 'SIGKILL') return;
      setTimeout(() => send('SIGKILL'), endMs).unref();
    };
    this.#children.add(send);
    try {
      return await new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code) => {
          resolve(code ?? 1);
        });
      });
    } finally {
      this.#children.delete(send);
      this.#checkInterrupted();
    }
  }

  /**
   * Runs a program that must succeed.
   *
   * @param {string} program
   * @param {string[]} args
   * @param {ChildOptions} [options]
   */
  async mustRun(program, args, options = {}) {
    const code = await this.run(program, args, options);
    if (code === 0) return;
    const logText =
      options.log === undefined
        ? ''
        : `\n${readFileSync(options.log, 'utf8').trimEnd().split('\n').slice(-60).join('\n')}`;
    throw new Refusal(
      `${[path.basename(program), ...args].join(' ')} failed with code ${code}.${logText}`,
    );
  }

  async #end() {
    for (const stop of this.#stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
    }
  }

  /**
   * Runs the command's body, and then stops everything that it started.
   *
   * @param {(command: Command) => Promise<number | undefined>} body returns the exit code
   */
  static async main(body) {
    const command = new Command();
    try {
      process.exitCode = (await body(command)) ?? 0;
    } catch (error) {
      if (error instanceof Interrupted) process.exitCode = command.interruptedCode;
      else {
        process.exitCode = 1;
        console.error(error instanceof Refusal ? `\n${error.message}` : error);
      }
    }
    await command.#end();
    if (command.isInterrupted) command.say('Stopped.');
    process.exit();
  }
}

/** @param {string} name */
export const logFile = (name) => inRoot('.tmp/logs', `${name}.log`);
