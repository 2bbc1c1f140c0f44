/** Who sees deleted entries and brings them back. */
export const BIN = [{ action: 'plugin::history.bin.use', subject: null }];
