import { diffWordsWithSpace } from 'diff';
import { Typography } from '@strapi/design-system';

/** Backgrounds of words that the other version lacks. */
export const colours = { before: '#fcecea', after: '#eafbe7' } as const;

type WordsProps = {
  /** The shown value and its counterpart in the other version. */
  value: unknown;
  other: unknown;
  side: keyof typeof colours;
};

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A text that highlights the words that the other version lacks. */
export const ComparedText = ({ value, other, side }: WordsProps) => {
  const [mine, theirs] = [formatValue(value), formatValue(other)];
  const parts =
    side === 'before' ? diffWordsWithSpace(mine, theirs) : diffWordsWithSpace(theirs, mine);
  return (
    <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts
        .filter(({ added, removed }) => (side === 'before' ? !added : !removed))
        .map((part, index) =>
          part.added || part.removed ? (
            <mark key={index} style={{ background: colours[side], fontWeight: 600 }}>
              {part.value}
            </mark>
          ) : (
            <span key={index}>{part.value}</span>
          ),
        )}
    </Typography>
  );
};
