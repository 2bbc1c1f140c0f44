import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { How, Unnamed, Use } from '../../../catalogue/references/uses';
import { formAddress } from '../../../platform/admin/form-address';
import { useTexts } from './texts';

type Uses = { uses: readonly Use[]; unnamed: readonly Unnamed[] };

/** Maximum number of entries listed per type, so that the question below stays visible. */
const MOST_SHOWN = 6;

/** Returns the uses of one kind, either in published entries or in drafts. */
export const filterUses = (
  { uses, unnamed }: Uses,
  how: How,
  isPublished: boolean,
): Uses & { count: number } => {
  const isMeant = (use: Pick<Use, 'how' | 'isPublished'>): boolean =>
    use.how === how && use.isPublished === isPublished;
  const named = uses.filter(isMeant);
  const others = unnamed.filter(isMeant);
  const count = others.reduce((sum, one) => sum + one.count, named.length);
  return { uses: named, unnamed: others, count };
};

/** Entries as links, one per line, grouped by type. Entries that are not listed are counted. */
export const UseList = ({ uses, unnamed }: Uses) => {
  const text = useTexts();
  const { formatDisplayName, formatMessage } = useIntl();
  // Content types have translations under their display names.
  const nameOf = (type: string): string => formatMessage({ id: type, defaultMessage: type });
  const languageOf = (locale: string | null): string | null =>
    locale === null ? null : (formatDisplayName(locale, { type: 'language' }) ?? locale);
  const types = [...new Map([...uses, ...unnamed].map(({ uid, type }) => [uid, type]))];
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {types.map(([uid, type]) => {
        const own = uses.filter((use) => use.uid === uid);
        const shown = own.slice(0, MOST_SHOWN);
        const counted = unnamed.filter((one) => one.uid === uid);
        const more = counted.reduce((sum, { count }) => sum + count, own.length - shown.length);
        return (
          <Box key={uid}>
            <Typography variant="sigma" textColor="neutral600" tag="h3">
              {nameOf(type)}
            </Typography>
            <Box tag="ul" paddingTop={1}>
              {shown.map((use) => (
                <Box tag="li" key={`${use.documentId} ${use.locale}`} paddingBottom={1}>
                  <Typography
                    tag={Link}
                    to={formAddress(use)}
                    target="_blank"
                    textColor="primary600"
                    ellipsis={false}
                  >
                    {[use.title ?? nameOf(type), ...use.lines, languageOf(use.locale)]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </Box>
              ))}
              {more > 0 && (
                <Typography tag="li" textColor="neutral600">
                  {text('usage.more', { count: more })}
                </Typography>
              )}
            </Box>
          </Box>
        );
      })}
    </Flex>
  );
};
