import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Finding } from '../findings';

/** What only shows when one looks at more than one entry. */
export type RuleFromAbove = {
  /** Stable; the source of its findings. */
  name: string;
  /** Too much work for every minute in which somebody writes: it is done when everything is looked at. */
  isCostly?: boolean;
  /** Everything that breaks it now. */
  find: (context: WithStrapi) => Promise<readonly Finding[]>;
};
