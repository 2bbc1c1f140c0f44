import type { CustomInputProps } from '../../../../feature/admin/custom-input';
import { useLanguage } from '../../../../feature/admin/texts';
import { problemOfAddress } from '../address';
import { addressMessages } from '../messages';
import { CheckedText } from './CheckedText';

/** What is wrong with an address, in the words of whoever types it; undefined where nothing is. */
export const useAddressProblem = (): ((address: string) => string | undefined) => {
  const language = useLanguage();
  return (address) => {
    const problem = address === '' ? null : problemOfAddress(address);
    return problem === null ? undefined : addressMessages[problem][language];
  };
};

/** An address, checked as it is typed. */
export const AddressInput = (props: CustomInputProps) => (
  <CheckedText {...props} problemOf={useAddressProblem()} />
);
