/// <reference types="vite/client" />
import type { Readiness } from '../feature/readiness';

const modules = import.meta.glob<Readonly<Record<string, Readiness>>>(
  ['../{api,plugins}/*/readiness.ts', '../plugins/*/*/readiness.ts'],
  { eager: true },
);

/** What entries of every type should be before they are published; the rules are the server's own. */
export const readiness: readonly Readiness[] = Object.values(modules).flatMap((module) =>
  Object.values(module),
);
