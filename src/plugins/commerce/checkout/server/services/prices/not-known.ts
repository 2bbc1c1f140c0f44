/** Thrown if the prices of products are not cached. The provider has to be asked. */
export class PricesNotKnown extends Error {
  override name = 'PricesNotKnown';

  constructor(
    readonly payIDs: readonly string[],
    readonly account: string,
  ) {
    super('Prices are not known yet');
  }
}
