import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { Box, Button, Field, Flex, TextInput } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { useFreshField, type CustomInputProps, HintAndError } from './custom-input';

const MARK = '? ';

/**
 * Returns a form value for a text that has no valid value. The form and the server reject it, and
 * the field shows the text when it is rendered again.
 */
const markUnparsed = (text: string): string => MARK + text;

/** Returns the text in {@link markUnparsed}; null for other values. */
const getUnparsedText = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : null;

/**
 * The meaning of a typed text. `choices` are the labelled values that an ambiguous text can mean.
 */
export type TypedReading<Value> =
  | { kind: 'empty' }
  | { kind: 'value'; value: Value }
  | {
      kind: 'ambiguous';
      problem: string;
      choices: readonly { value: Value; label: string }[];
    }
  | { kind: 'wrong'; problem: string };

type TypedInputProps<Value> = CustomInputProps & {
  read: (text: string) => TypedReading<Value>;
  /** Returns a stored value as the field shows it. */
  format: (value: unknown) => string;
  inputMode?: 'decimal' | 'numeric' | 'text';
  /**
   * Renders an action inside the input. It receives the shown text and a function that replaces it.
   */
  endAction?: (written: string, write: (text: string) => void) => ReactNode;
  /** Renders content below the input. It receives the shown text. */
  below?: (written: string) => ReactNode;
};

/** Browsers drop line ends, which would join two cells. */
const separateCells = (pasted: string): string => pasted.trim().replace(/\s*[\t\r\n]+\s*/g, ' | ');

/**
 * A text field whose text is parsed as a value of another type. The form stores an unreadable or
 * ambiguous text as {@link markUnparsed} and cannot be saved with it. Arrow keys and the mouse wheel
 * change nothing.
 */
export const TypedInput = <Value,>({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
  read,
  format,
  inputMode = 'text',
  endAction,
  below,
}: TypedInputProps<Value>) => {
  const { value, error, onChange } = useFreshField<unknown>(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();

  // The typed text is shown until the form's value changes, for example by another locale or a
  // discarded change.
  const written =
    typed !== undefined && Object.is(typed.value, value)
      ? typed.text
      : (getUnparsedText(value) ?? format(value));
  const reading = read(written);

  const parseValue = (text: string): Value | string | null => {
    const next = read(text);
    if (next.kind === 'value') return next.value;
    return next.kind === 'empty' ? null : markUnparsed(text);
  };

  const write = (text: string): void => {
    const next = parseValue(text);
    setTyped({ text, value: next });
    onChange(name, next);
  };

  const choose = (next: Value): void => {
    setTyped(undefined);
    onChange(name, next);
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\t\r\n]/.test(pasted)) return;
    event.preventDefault();
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    write(
      before.slice(0, selectionStart ?? before.length) +
        separateCells(pasted) +
        before.slice(selectionEnd ?? before.length),
    );
  };

  const problem = 'problem' in reading ? reading.problem : error;
  const choices = reading.kind === 'ambiguous' ? reading.choices : [];

  return (
    <Field.Root name={name} id={name} error={problem} hint={hint} required={required ?? false}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        ref={ref}
        inputMode={inputMode}
        autoComplete="off"
        placeholder={placeholder}
        disabled={disabled}
        value={written}
        onChange={(event) => write(event.target.value)}
        onPaste={paste}
        onBlur={() => {
          // The field then shows the stored value in the panel's language.
          if (reading.kind === 'value') setTyped(undefined);
        }}
        endAction={endAction?.(written, write)}
      />
      <Box aria-live="polite">
        {choices.length > 0 && (
          <Flex gap={2} wrap="wrap" data-choices>
            {choices.map((choice) => (
              <Button
                key={choice.label}
                type="button"
                size="S"
                variant="secondary"
                disabled={disabled}
                // A date may need two lines.
                style={{ height: 'auto', minHeight: '2.8rem' }}
                onClick={() => choose(choice.value)}
              >
                {choice.label}
              </Button>
            ))}
          </Flex>
        )}
        {below?.(written)}
      </Box>
      <HintAndError name={name} hint={hint} error={problem} />
    </Field.Root>
  );
};
