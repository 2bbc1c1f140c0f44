/** One thing that a contract says of a content type and that is not so. */
export class ContractMismatch extends Error {
  override name = 'ContractMismatch';
}

/** Everything in which contracts do not fit the content types they are read from. */
export class ContractError extends Error {
  override name = 'ContractError';

  constructor(readonly problems: readonly string[]) {
    super(
      [
        'These contracts do not fit the content types that they are read from:',
        ...problems.map((problem) => `  - ${problem}`),
      ].join('\n'),
    );
  }
}
