/// <reference types="vite/client" />
import type { Readiness } from '../feature/readiness';

const modules = import.meta.glob<Readonly<Record<string, Readiness>>>(
  ['../{api,plugins}/*/readiness.ts', '../plugins/*/*/readiness.ts'],
  { eager: true },
);

/** The publishing rules of every type. The server uses the same rules. */
export const readiness: readonly Readiness[] = Object.values(modules).flatMap((module) =>
  Object.values(module),
);
