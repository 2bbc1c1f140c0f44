import { usePanelLocale } from '#platform/admin/named-languages';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { Box, Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import type {
  BulkActionComponent,
  BulkActionComponentProps,
} from '@strapi/content-manager/strapi-admin';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useLoaded } from '#platform/admin/use-loaded';
import { useLanguage } from '#feature/admin/texts';
import { filterErrors, type EvaluatedEntry } from '../evaluate';
import { FindingList, toFindingLines } from './FindingList';
import { findRules } from './rules';
import { useTexts } from './texts';

type Content = (props: { onClose: () => void }) => ReactNode;

/** Returns the entries of a selection that cannot be published; undefined while unknown. */
const useRefusedEntries = (
  model: string,
  documentIds: readonly string[],
): readonly EvaluatedEntry[] | undefined => {
  const locale = usePanelLocale() ?? null;
  const { data, isFailed } = useLoaded<{ entries: readonly EvaluatedEntry[] }>(
    `/publishing-rules/check/${model}`,
    { body: { documentIds, locale }, isOptional: true },
  );
  // The server itself refuses entries that are not ready.
  if (isFailed) return [];
  return data?.entries.filter(({ findings }) => filterErrors(findings).length > 0);
};

const RefusedEntries = ({
  model,
  entries,
}: {
  model: string;
  entries: readonly EvaluatedEntry[];
}) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <Flex direction="column" alignItems="stretch" gap={3} data-refused>
      <Typography fontWeight="semiBold" textColor="danger700">
        {text('publishing-rules.bulk.refused', { count: entries.length })}
      </Typography>
      <Box tag="ul">
        {entries.map((entry) => (
          <Box tag="li" key={entry.documentId} paddingBottom={3} data-entry={entry.documentId}>
            <Typography
              tag={Link}
              to={buildEntryFormAddress({ ...entry, uid: model })}
              target="_blank"
              textColor="primary600"
              fontWeight="semiBold"
            >
              {entry.title}
            </Typography>
            <FindingList
              isComplete
              lines={toFindingLines(filterErrors(entry.findings), language)}
            />
          </Box>
        ))}
      </Box>
    </Flex>
  );
};

/** Renders Strapi's own confirmation for the remaining entries. */
const Rest = ({
  Publish,
  onClose,
  ...props
}: BulkActionComponentProps & { Publish: BulkActionComponent; onClose: () => void }) => {
  const dialog = Publish(props)?.dialog;
  if (dialog?.type !== 'modal') return null;
  const content = dialog.content as Content;
  return typeof content === 'function' ? content({ onClose }) : content;
};

const Question = ({
  Publish,
  onClose,
  ...props
}: BulkActionComponentProps & { Publish: BulkActionComponent; onClose: () => void }) => {
  const text = useTexts();
  const { model, documents } = props;
  const [isGoingOn, setIsGoingOn] = useState(false);
  const refusedEntries = useRefusedEntries(
    model,
    documents.map(({ documentId }) => documentId),
  );
  if (refusedEntries === undefined) {
    return (
      <Modal.Body>
        <Flex justifyContent="center">
          <Loader />
        </Flex>
      </Modal.Body>
    );
  }
  const ready = documents.filter(
    ({ documentId }) => !refusedEntries.some((entry) => entry.documentId === documentId),
  );
  if (refusedEntries.length === 0 || isGoingOn) {
    return <Rest {...props} Publish={Publish} onClose={onClose} documents={ready} />;
  }
  return (
    <>
      <Modal.Body>
        <RefusedEntries model={model} entries={refusedEntries} />
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onClose}>
          {text('publishing-rules.bulk.cancel')}
        </Button>
        <Button disabled={ready.length === 0} onClick={() => setIsGoingOn(true)}>
          {text('publishing-rules.bulk.rest', { count: ready.length })}
        </Button>
      </Modal.Footer>
    </>
  );
};

/**
 * Wraps Strapi's bulk publish action. It first lists the entries with errors, then continues with
 * the others.
 */
export const withErrorCheck = (Publish: BulkActionComponent): BulkActionComponent => {
  const CheckedPublish: BulkActionComponent = (props) => {
    const action = Publish(props);
    const { actionType } = (action ?? {}) as { actionType?: string };
    if (actionType !== 'publish' || findRules(props.model) === undefined) return action;
    if (action?.dialog?.type !== 'modal') return action;
    return {
      ...action,
      dialog: {
        ...action.dialog,
        content: ({ onClose }: { onClose: () => void }) => (
          <Question {...props} Publish={Publish} onClose={onClose} />
        ),
      },
    };
  };
  return Object.assign(CheckedPublish, Publish);
};
