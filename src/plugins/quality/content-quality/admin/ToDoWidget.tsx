import { Link } from 'react-router-dom';
import { Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { TO_DO } from '../content-quality';
import { openGroups, useToDoList } from './use-to-do-list';
import { GroupList } from './GroupList';
import { useTexts } from './texts';

const MAX_GROUPS = 4;

/** Shows the most frequent errors on the home page, or warnings if there are no errors. */
export const ToDoWidget = () => {
  const text = useTexts();
  const { toDoList } = useToDoList();
  if (toDoList === undefined) return <Widget.Loading />;
  if (toDoList === null) return <Widget.Error />;
  if (!toDoList.maySee) return <Widget.NoPermissions />;
  const { missingPages, unlinkedPaymentProducts, scannedAt } = toDoList;
  const entryErrors = openGroups(toDoList, 'error');
  const groups = [...entryErrors, ...openGroups(toDoList, 'warning')];
  if (groups.length + missingPages + unlinkedPaymentProducts === 0) {
    const textId = scannedAt === null ? 'content-quality.never' : 'content-quality.fine';
    return <Widget.NoData>{text(textId)}</Widget.NoData>;
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {/* Below the list, the link would be cut off by the widget's edge. */}
      <Flex justifyContent="space-between" gap={4}>
        <Typography textColor="neutral600">
          {text(
            entryErrors.length > 0 ? 'content-quality.errors' : 'content-quality.widget.warnings',
          )}
        </Typography>
        <Typography tag={Link} to={TO_DO} textColor="primary600">
          {text('content-quality.widget.all')}
        </Typography>
      </Flex>
      {entryErrors.length > 0 ? (
        <GroupList groups={entryErrors} most={MAX_GROUPS} />
      ) : (
        <GroupList
          groups={groups}
          missingPages={missingPages}
          unlinkedPaymentProducts={unlinkedPaymentProducts}
          most={MAX_GROUPS}
        />
      )}
    </Flex>
  );
};
