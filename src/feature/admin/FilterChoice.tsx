import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { LabelledFilter } from './LabelledFilter';

type FilterChoiceProps = {
  label: string;
  /** Text while nothing is chosen. */
  all: string;
  /** Empty while nothing is chosen. */
  value: string;
  options: readonly { value: string; label: string }[];
  isDisabled?: boolean;
  clearLabel?: string;
  onChange: (value: string) => void;
};

/** A filter of a list that chooses one of some values. */
export const FilterChoice = ({
  label,
  all,
  value,
  options,
  isDisabled = false,
  clearLabel,
  onChange,
}: FilterChoiceProps) => (
  <LabelledFilter label={label}>
    <SingleSelect
      aria-label={label}
      placeholder={all}
      value={value}
      disabled={isDisabled}
      {...(clearLabel !== undefined && { clearLabel })}
      onChange={(chosen) => onChange(String(chosen))}
      onClear={() => onChange('')}
    >
      {options.map((option) => (
        <SingleSelectOption key={option.value} value={option.value}>
          {option.label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  </LabelledFilter>
);
