import { useCallback, useState, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Flex, Loader, Typography } from '@strapi/design-system';
import { useRBAC, useFetchClient } from '@strapi/strapi/admin';
import type { PanelComponent, PanelComponentProps } from '@strapi/content-manager/strapi-admin';
import { useLanguage } from '#feature/admin/texts';
import type { Finding } from '../evaluate';
import { FindingList, toFindingLines, type FindingLine } from './FindingList';
import { Payment } from './Payment';
import { revealField } from './reveal';
import { findRules } from './rules';
import { useTexts } from './texts';
import { useFindings, type FactsState } from './use-findings';
import { selectAccountsToQuery } from '#catalogue/money/charging-accounts';
import { useDebounced } from '#platform/admin/use-debounced';

/**
 * Delay in milliseconds before a query. Product ids are typed or pasted, and each query costs a
 * call to the provider.
 */
const QUERY_DELAY_MS = 900;

type PaymentReference = { payID: string | undefined; account: string };

/**
 * Queries payment providers about the form's product if it is unknown and no longer being typed.
 * Otherwise the form would call an entry ready that the server refuses to publish.
 *
 * @returns whether an answer is pending
 */
const useProviderQuery = (
  model: string,
  { payID = '', account }: PaymentReference,
  facts: FactsState,
  onAnswered: () => void,
): boolean => {
  const { post } = useFetchClient();
  const queriedIds = useRef(new Set<string>());
  const [pending, setPending] = useState<string>();
  const isOpen =
    payID !== '' &&
    typeof facts === 'object' &&
    selectAccountsToQuery(facts.facts.accounts, account).length > 0;
  const open = isOpen ? `${account} ${payID}` : '';
  const settled = useDebounced(open, QUERY_DELAY_MS);

  useEffect(() => {
    if (settled === '' || settled !== open || queriedIds.current.has(settled)) return;
    queriedIds.current.add(settled);
    setPending(settled);
    const finishAnswer = (): void => {
      setPending(undefined);
      onAnswered();
    };
    // A failed query is repeated when the entry is published.
    post(`/prices/compare/${model}`, { payID }).then(finishAnswer, finishAnswer);
  }, [settled, open, post, model, payID, onAnswered]);

  return isOpen && (pending === open || !queriedIds.current.has(open));
};

const Section = ({
  color,
  title,
  lines,
}: {
  color: 'danger700' | 'neutral700';
  title: string;
  lines: readonly FindingLine[];
}) => (
  <Flex direction="column" alignItems="stretch" gap={1}>
    <Typography textColor={color} fontWeight="semiBold">
      {title}
    </Typography>
    <FindingList lines={lines} />
  </Flex>
);

/** Users without this permission do not query payment providers. */
const UPDATE = 'plugin::content-manager.explorer.update';

const Findings = ({ model, documentId, document }: PanelComponentProps) => {
  const text = useTexts();
  const navigate = useNavigate();
  const [comparisons, setComparisons] = useState(0);
  const version: unknown = document?.updatedAt;
  const { findings, facts, entry, payID, account } = useFindings(
    model,
    documentId,
    `${String(version)} ${comparisons}`,
  );
  const language = useLanguage();
  const onCompared = useCallback(() => setComparisons((count) => count + 1), []);
  const { allowedActions } = useRBAC([{ action: UPDATE, subject: model }]);
  const mayAsk = allowedActions.canUpdate === true;
  const isAsking = useProviderQuery(
    model,
    { payID: mayAsk ? payID : '', account },
    facts,
    onCompared,
  );

  const follow = (finding: Finding): void => {
    if (finding.locale === undefined) void revealField(finding.path, finding.steps);
    else navigate({ search: `?plugins[i18n][locale]=${finding.locale}` });
  };

  if (facts === 'failed') {
    return <Typography textColor="neutral600">{text('publishing-rules.failed')}</Typography>;
  }
  if (findings === undefined || facts === undefined) return <Loader small />;

  const lines = toFindingLines(findings, language, follow);
  const entryErrors = lines.filter(({ severity }) => severity === 'error');
  const warnings = lines.filter(({ severity }) => severity === 'warning');

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%" data-publishing-check>
      {entryErrors.length === 0 ? (
        <Typography
          textColor={isAsking ? 'neutral700' : 'success700'}
          fontWeight="semiBold"
          data-asking={isAsking}
        >
          {text(isAsking ? 'publishing-rules.payment.asking' : 'publishing-rules.ready')}
        </Typography>
      ) : (
        <Section
          color="danger700"
          title={text('publishing-rules.errors', { count: entryErrors.length })}
          lines={entryErrors}
        />
      )}
      {warnings.length > 0 && (
        <Section
          color="neutral700"
          title={text('publishing-rules.warnings', { count: warnings.length })}
          lines={warnings}
        />
      )}
      {payID !== undefined && (
        <Payment
          model={model}
          documentId={documentId}
          entry={entry}
          payID={payID}
          facts={facts}
          mayAsk={mayAsk}
          onCompared={onCompared}
        />
      )}
    </Flex>
  );
};

/** Shows the errors and warnings of an entry beside its form. */
export const PublishingCheckPanel: PanelComponent = (props) => {
  const text = useTexts();
  if (findRules(props.model) === undefined || props.activeTab === 'published') return null;
  return { title: text('publishing-rules.title'), content: <Findings {...props} /> };
};
