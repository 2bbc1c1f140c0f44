import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Flex, Typography } from '@strapi/design-system';
import { LanguageTable } from '../../../feature/admin/LanguageTable';
import type { LanguageCount, Overview, State } from '../overview';
import { listAddress } from './addresses';
import { useTexts } from './texts';

const states: readonly State[] = ['published', 'modified', 'draft'];

const Counts = ({ uid, count }: { uid: string; count: LanguageCount }) => {
  const text = useTexts();
  const { formatNumber } = useIntl();
  return (
    <Flex direction="column" alignItems="flex-start">
      {states
        .filter((state) => count[state] > 0)
        .map((state) => (
          <Typography
            key={state}
            tag={Link}
            to={listAddress(uid, count.locale)}
            textColor="neutral800"
          >
            {`${formatNumber(count[state])} · ${text(`site.state.${state}`)}`}
          </Typography>
        ))}
      {count.missing > 0 && (
        <Typography textColor="danger600">
          {text('site.count.missing', { count: formatNumber(count.missing) })}
        </Typography>
      )}
    </Flex>
  );
};

/** How many entries of each type there are in each language. */
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
          return count !== undefined && <Counts uid={uid} count={count} />;
        },
      }))}
    />
  );
};
