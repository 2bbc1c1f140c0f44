import type { CustomInputProps } from '../../../../platform/admin/custom-input';
import { useLanguage } from '../../../../feature/admin/texts';
import { findAddressProblem } from '../address';
import { addressMessages } from '../messages';
import { CheckedText } from './CheckedText';

/**
 * Returns a function that checks an address and returns its error in the user's language; undefined
 * if it is valid.
 */
export const useAddressProblem = (): ((address: string) => string | undefined) => {
  const language = useLanguage();
  return (address) => {
    const problem = address === '' ? null : findAddressProblem(address);
    return problem === null ? undefined : addressMessages[problem][language];
  };
};

/** Edits an address and validates it during input. */
export const AddressInput = (props: CustomInputProps) => (
  <CheckedText {...props} problemOf={useAddressProblem()} />
);
