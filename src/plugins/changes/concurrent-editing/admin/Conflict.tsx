import { useState } from 'react';
import { Box, Button, Flex, Modal, Radio, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useTexts } from './texts';

/** Field that another user has changed, and perhaps the current user as well. */
export type ConflictField = {
  name: string;
  label: string;
  by: string | null;
  at: string | null;
  theirs: string;
  /** Undefined if the current user has not changed the field. */
  mine?: string;
};

/** Choice of the value to keep, by field name. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

type ConflictProps = {
  fields: readonly ConflictField[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
  onContinue: () => void;
};

const Value = ({ title, text, empty }: { title: string; text: string; empty: string }) => (
  <Box flex="1 1 0" minWidth="12rem">
    <Typography variant="sigma" textColor="neutral600">
      {title}
    </Typography>
    <Box
      background="neutral100"
      padding={2}
      marginTop={1}
      hasRadius
      maxHeight="12rem"
      overflow="auto"
    >
      <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text === '' ? empty : text}
      </Typography>
    </Box>
  </Box>
);

/** Shows the changes of other users by field, and lets the user choose which values to keep. */
export const Conflict = ({ fields, choices, onChoose, onContinue }: ConflictProps) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const [copied, setCopied] = useState<string | null>(null);
  const conflictingFields = fields.filter(({ mine }) => mine !== undefined);
  const isDecided = conflictingFields.every(({ name }) => choices[name] !== undefined);

  const copy = async ({ name, mine = '' }: ConflictField): Promise<void> => {
    await navigator.clipboard.writeText(mine);
    setCopied(name);
  };

  return (
    <Modal.Root open onOpenChange={() => undefined}>
      <Modal.Content>
        {/* Without the design system's close button: the dialog must be answered. */}
        <Flex tag="header" padding={4} paddingLeft={5} background="neutral100">
          <Modal.Title>{text('concurrent-editing.conflict.title')}</Modal.Title>
        </Flex>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Typography>{text('concurrent-editing.conflict.text')}</Typography>
            {fields.map((field) => (
              <Box key={field.name} tag="section" aria-label={field.label}>
                <Flex gap={2} alignItems="baseline" wrap="wrap">
                  <Typography variant="delta" tag="h3">
                    {field.label}
                  </Typography>
                  <Typography textColor="neutral600" variant="pi">
                    {text('concurrent-editing.conflict.by', {
                      name: field.by ?? text('concurrent-editing.conflict.somebody'),
                      time:
                        field.at === null
                          ? ''
                          : formatDate(field.at, { dateStyle: 'short', timeStyle: 'short' }),
                    }).replace(/, $/, '')}
                  </Typography>
                </Flex>
                <Flex gap={4} alignItems="stretch" wrap="wrap" paddingTop={2}>
                  {field.mine !== undefined && (
                    <Value
                      title={text('concurrent-editing.conflict.mine')}
                      text={field.mine}
                      empty={text('concurrent-editing.conflict.empty')}
                    />
                  )}
                  <Value
                    title={text('concurrent-editing.conflict.theirs')}
                    text={field.theirs}
                    empty={text('concurrent-editing.conflict.empty')}
                  />
                </Flex>
                {field.mine === undefined ? (
                  <Typography textColor="neutral600">
                    {text('concurrent-editing.conflict.untouched')}
                  </Typography>
                ) : (
                  <Flex gap={4} paddingTop={2} justifyContent="space-between" wrap="wrap">
                    <Radio.Group
                      value={choices[field.name] ?? ''}
                      aria-label={field.label}
                      onValueChange={(value) =>
                        onChoose({ ...choices, [field.name]: value === 'mine' ? 'mine' : 'theirs' })
                      }
                    >
                      <Flex gap={4}>
                        <Radio.Item value="mine">
                          {text('concurrent-editing.conflict.keep')}
                        </Radio.Item>
                        <Radio.Item value="theirs">
                          {text('concurrent-editing.conflict.take')}
                        </Radio.Item>
                      </Flex>
                    </Radio.Group>
                    <Button variant="tertiary" size="S" onClick={() => void copy(field)}>
                      {copied === field.name
                        ? text('concurrent-editing.conflict.copied')
                        : text('concurrent-editing.conflict.copy')}
                    </Button>
                  </Flex>
                )}
              </Box>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer justifyContent="flex-end">
          <Button disabled={!isDecided} onClick={onContinue}>
            {text('concurrent-editing.conflict.continue')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
