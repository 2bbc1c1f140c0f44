import { Link } from 'react-router-dom';
import { Box, Button, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { isPlannedIn, type Item, type Outcome, type Run } from '../runs';
import { useTexts } from './texts';
import { useItems, type ShownItems } from './use-runs';

const colours: Readonly<Record<Outcome, string>> = {
  created: 'success700',
  changed: 'primary700',
  unchanged: 'neutral600',
  refused: 'danger700',
  left: 'neutral600',
};

/** Cells of the design system do not wrap, so long reasons would be cut at the window's edge. */
const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const What = ({ item, isPlanned }: { item: Item; isPlanned: boolean }) => {
  const text = useTexts();
  return (
    <>
      <Typography tag="p" textColor={colours[item.outcome]}>
        {text(
          isPlanned ? `import-export.would-be.${item.outcome}` : `import-export.is.${item.outcome}`,
        )}
      </Typography>
      {item.isUndone !== null && (
        <Typography tag="p" textColor={item.isUndone ? 'neutral600' : 'neutral800'}>
          {text(item.isUndone ? 'import-export.undo.is-undone' : 'import-export.undo.is-kept')}
        </Typography>
      )}
      {item.reason !== null && (
        <Typography tag="p" variant="pi" textColor="danger700" style={wrapped}>
          {item.reason}
        </Typography>
      )}
      {item.changes.length > 0 && (
        <Typography tag="p" variant="pi" textColor="neutral600" style={wrapped}>
          {item.changes.join(', ')}
        </Typography>
      )}
    </>
  );
};

export const ItemTable = ({ run, shown }: { run: Run; shown: ShownItems }) => {
  const text = useTexts();
  const { items, isAll, more } = useItems(run.id, shown, run.state);
  return (
    <Box overflow="auto">
      <Table colCount={3} rowCount={items.length + 1}>
        <Thead>
          <Tr>
            {(['rows', 'entry', 'becomes'] as const).map((name) => (
              <Th key={name}>
                <Typography variant="sigma">{text(`import-export.${name}`)}</Typography>
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {items.map((item) => (
            <Tr key={item.number} data-item={item.outcome}>
              <Td>
                <Typography>
                  {item.rows.slice(0, 3).join(', ')}
                  {item.rows.length > 3 && ' …'}
                </Typography>
              </Td>
              <Td>
                {item.documentId === null ? (
                  <Typography style={wrapped}>{item.title}</Typography>
                ) : (
                  <Typography
                    tag={Link}
                    to={buildEntryFormAddress({ uid: item.uid, documentId: item.documentId })}
                    textColor="primary600"
                    style={wrapped}
                  >
                    {item.title}
                  </Typography>
                )}
              </Td>
              <Td>
                <What item={item} isPlanned={isPlannedIn(run)} />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {!isAll && (
        <Box paddingTop={4}>
          <Button variant="tertiary" onClick={() => void more()}>
            {text('import-export.more')}
          </Button>
        </Box>
      )}
    </Box>
  );
};
