/** One mismatch between a contract and a content type. */
export class ContractMismatch extends Error {
  override name = 'ContractMismatch';
}

/** All mismatches between contracts and their content types. */
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
