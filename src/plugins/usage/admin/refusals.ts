import { decideAboutRefusals } from '../../../platform/strapi/admin/refused-requests';
import type { Removal, UsesOf } from '../../../catalogue/references/uses';

/** A refused removal, and the function that receives the user's decision. */
export type Refused = {
  removal: Removal;
  uses: readonly UsesOf[];
  decide: (insists: boolean) => void;
};

type Listener = (refused: Refused) => void;

/** Stack of listeners; dialogs can overlap, and the topmost one asks. */
const listeners: Listener[] = [];

/** @returns a function that removes the listener */
export const onRefusal = (listener: Listener): (() => void) => {
  listeners.push(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
};

/**
 * Asks for confirmation after every refused removal that was not confirmed before, wherever it was
 * requested. Call it once.
 */
export const watchRefusedRemovals = (): void =>
  decideAboutRefusals('STILL_USED', { force: 'true' }, (details) => {
    const listener = listeners.at(-1);
    if (listener === undefined) return Promise.resolve(false);
    const { removal, uses } = details as Pick<Refused, 'removal' | 'uses'>;
    return new Promise((decide) => listener({ removal, uses, decide }));
  });
