import { hostModule } from './host';

type Turns = { longest: () => number; stop: () => void };

/** Measures the turns of the event loop that the suite and its service share; see `turns.mjs`. */
export const watchTurns = (): Turns =>
  hostModule<{ watchTurns: () => Turns }>('./turns.mjs').watchTurns();
