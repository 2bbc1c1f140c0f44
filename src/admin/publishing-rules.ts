/// <reference types="vite/client" />
import type { PublishingRules } from '../feature/publishing-rules';

const modules = import.meta.glob<Readonly<Record<string, PublishingRules>>>(
  ['../{api,plugins}/*/publishing-rules.ts', '../plugins/*/*/publishing-rules.ts'],
  { eager: true },
);

/** The publishing rules of every type. The server uses the same rules. */
export const publishingRules: readonly PublishingRules[] = Object.values(modules).flatMap(
  (module) => Object.values(module),
);
