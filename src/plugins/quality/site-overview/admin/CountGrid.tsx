import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Flex, Typography } from '@strapi/design-system';
import { LanguageTable } from '../../../../platform/admin/LanguageTable';
import type { LanguageCount, Overview, State } from '../overview';
import { listAddress, missingAddress } from './addresses';
import { useTexts } from './texts';

const states: readonly State[] = ['published', 'modified', 'draft'];

type Props = {
  uid: string;
  count: LanguageCount;
  /** Another language, which may have the entries that are missing in this one. */
  other: string | undefined;
};

const Counts = ({ uid, count, other }: Props) => {
  const text = useTexts();
  return (
    <Flex direction="column" alignItems="flex-start">
      {states
        .filter((state) => count[state] > 0)
        .map((state) => (
          <Typography
            key={state}
            tag={Link}
            to={listAddress(uid, count.locale, state)}
            textColor="neutral800"
          >
            {text(`site.count.${state}`, { count: count[state] })}
          </Typography>
        ))}
      {count.missing > 0 && other !== undefined && (
        <Typography tag={Link} to={missingAddress(uid, count.locale, other)} textColor="danger600">
          {text('site.count.missing', { count: count.missing })}
        </Typography>
      )}
    </Flex>
  );
};

/** Shows the number of entries of each type in each language. */
export const CountGrid = ({ types, languages }: Pick<Overview, 'types' | 'languages'>) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return (
    <LanguageTable
      heading={text('site.type')}
      languages={languages}
      rows={types.map(({ uid, name, languages: counts }) => ({
        key: uid,
        called: formatMessage({ id: name, defaultMessage: name }),
        cell: ({ code }) => {
          const count = counts.find(({ locale }) => locale === code);
          const other = languages.find((language) => language.code !== code)?.code;
          return count !== undefined && <Counts uid={uid} count={count} other={other} />;
        },
      }))}
    />
  );
};
