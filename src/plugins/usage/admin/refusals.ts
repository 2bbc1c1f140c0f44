import { decideAboutRefusals } from '../../../platform/strapi/admin/refused-requests';
import type { Removal, UsesOf } from '../uses';

/** A removal that was refused, and how to go on. */
export type Refused = {
  removal: Removal;
  uses: readonly UsesOf[];
  decide: (insists: boolean) => void;
};

type Listener = (refused: Refused) => void;

/** Windows can lie one above the other; the uppermost asks. */
const listeners: Listener[] = [];

/** @returns to be called when they are no longer wanted */
export const onRefusal = (listener: Listener): (() => void) => {
  listeners.push(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
};

/** Asks about every removal that was refused and not asked about before, wherever it was requested; call it once. */
export const hearRefusals = (): void =>
  decideAboutRefusals('STILL_USED', { force: 'true' }, (details) => {
    const listener = listeners.at(-1);
    if (listener === undefined) return Promise.resolve(false);
    const { removal, uses } = details as Pick<Refused, 'removal' | 'uses'>;
    return new Promise((decide) => listener({ removal, uses, decide }));
  });
