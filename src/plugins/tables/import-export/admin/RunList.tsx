import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Flex, Typography } from '@strapi/design-system';
import { activeStates } from '../runs';
import { runAddress } from './addresses';
import { useTexts } from './texts';
import { useRunName, useRuns } from './use-runs';

/** Lists the user's recent imports and exports. */
export const RunList = () => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const nameOf = useRunName();
  const runs = useRuns();
  if (runs === undefined) return null;
  if (runs.length === 0) return <Typography>{text('import-export.runs.none')}</Typography>;
  return (
    <Box tag="ul" paddingTop={3}>
      {runs.map((run) => (
        <Flex key={run.id} tag="li" gap={4} paddingTop={1} paddingBottom={1}>
          <Typography tag={Link} to={runAddress(run.id)} textColor="primary600">
            {nameOf(run)}
          </Typography>
          <Typography textColor="neutral600">
            {formatDate(run.at, { dateStyle: 'medium', timeStyle: 'short' })}
          </Typography>
          <Typography textColor="neutral600">
            {text(run.isVoid ? 'import-export.state.void' : `import-export.state.${run.state}`)}
            {activeStates.includes(run.state) &&
              ` ${text('import-export.progress', { done: run.done, total: run.total })}`}
          </Typography>
        </Flex>
      ))}
    </Box>
  );
};
