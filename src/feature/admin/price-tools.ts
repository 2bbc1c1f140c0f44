import type { ComponentType } from 'react';
import type { AccountFacts, Entry } from '../publishing-rules';
import type { UnchargedRow } from '../uncharged-row';

/** Properties of the ways out of a price that is not charged, in a form. */
export type PriceWaysProps = {
  model: string;
  documentId: string | undefined;
  /** The entry as it stands in the form, with its business lines. */
  entry: Entry;
  /** Known facts about the entry's payment product in each account. */
  accounts: readonly AccountFacts[];
  currencies: readonly string[];
  /** Percentage by which prices may differ. */
  tolerance: number;
  /** Is called when the provider's prices have changed. */
  onCompared: () => void;
};

/** Properties of the button that creates the prices of a grid's rows at the provider. */
export type CreatePricesProps = {
  model: string;
  rows: readonly UnchargedRow[];
  onCompared: () => void;
};

/** Parts of the prices feature that other features show. */
export type PriceTools = {
  Ways: ComponentType<PriceWaysProps>;
  CreatePrices: ComponentType<CreatePricesProps>;
};

let registered: PriceTools | undefined;

/** Registers the parts. Call it in the panel's `register`. */
export const definePriceTools = (tools: PriceTools): void => {
  registered = tools;
};

/** Returns the parts, or undefined where the service has no such feature. */
export const getPriceTools = (): PriceTools | undefined => registered;
