import type { Text } from '#feature/layout';
import type { Finding } from '../evaluate';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { CrossCircle, Lightbulb } from '@strapi/icons';
import { styled } from 'styled-components';
import type { Severity } from '#feature/publishing-rules';
import { useTexts } from './texts';

/** Finding as a line of a list, with the action of a click on it. */
export type FindingLine = {
  key: string;
  code: string;
  severity: Severity;
  text: string;
  place: string;
  onFollow?: () => void;
};

export const toFindingLines = (
  findings: readonly Finding[],
  language: keyof Text,
  onFollow?: (finding: Finding) => void,
): FindingLine[] =>
  findings.map((finding, index) => ({
    key: `${finding.code} ${finding.path.join('.')} ${finding.locale ?? ''} ${index}`,
    code: finding.code,
    severity: finding.severity,
    text: finding.text[language],
    place: finding.place[language],
    ...(onFollow && { onFollow: () => onFollow(finding) }),
  }));

const LineButton = styled.button`
  all: unset;
  display: block;
  width: 100%;
  box-sizing: border-box;
  cursor: pointer;
  border-radius: ${({ theme }) => theme.borderRadius};
  padding: 4px;
  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
  }
`;

const MAX_FINDINGS = 4;

/** Returns whether a text names its field, so that the name below it would repeat it. */
const isNamed = ({ text, place }: FindingLine): boolean =>
  text.toLowerCase().includes(place.toLowerCase());

const Words = ({ line }: { line: FindingLine }) => (
  <Flex gap={2} alignItems="flex-start">
    <Box paddingTop="2px" flex="0 0 auto">
      {line.severity === 'error' ? (
        <CrossCircle fill="danger600" width="1.4rem" height="1.4rem" aria-hidden />
      ) : (
        <Lightbulb fill="warning600" width="1.4rem" height="1.4rem" aria-hidden />
      )}
    </Box>
    <Box minWidth={0}>
      <Typography variant="omega" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
        {line.text}
      </Typography>
      {!isNamed(line) && (
        <Typography
          tag="p"
          variant="pi"
          textColor="neutral600"
          style={{ overflowWrap: 'anywhere' }}
        >
          {line.place}
        </Typography>
      )}
    </Box>
  </Flex>
);

/** Lists findings. A long list is collapsed until the user expands it. */
export const FindingList = ({
  lines,
  isComplete = false,
}: {
  lines: readonly FindingLine[];
  isComplete?: boolean;
}) => {
  const text = useTexts();
  const { formatNumber } = useIntl();
  const [isOpen, setIsOpen] = useState(isComplete);
  const shownLines =
    isOpen || lines.length <= MAX_FINDINGS + 1 ? lines : lines.slice(0, MAX_FINDINGS);
  return (
    <Flex direction="column" alignItems="stretch" gap={1} width="100%">
      <Box tag="ul" width="100%">
        {shownLines.map((line) => (
          <Box
            tag="li"
            key={line.key}
            paddingBottom={1}
            data-finding={line.code}
            data-severity={line.severity}
          >
            {line.onFollow === undefined ? (
              <Box padding={1}>
                <Words line={line} />
              </Box>
            ) : (
              <LineButton type="button" onClick={line.onFollow}>
                <Words line={line} />
              </LineButton>
            )}
          </Box>
        ))}
      </Box>
      {shownLines.length < lines.length && (
        <Flex>
          <Button variant="ghost" size="S" onClick={() => setIsOpen(true)}>
            {text('publishing-rules.more', {
              count: formatNumber(lines.length - shownLines.length),
            })}
          </Button>
        </Flex>
      )}
    </Flex>
  );
};
