// A preview of the form with its unsaved changes. It can be filled in, but nothing is sent.

import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { normalForms } from '../../../../server/src/fields/normal-forms.ts';
import { visibleNames } from '../../../../server/src/fields/visible-names.ts';
import { isBox, isPriceField, kindOf } from '../../fields/field-kinds.ts';
import type { FormSales } from '../../fields/form-sales.ts';
import { PreviewField } from '../../fields/preview-field.tsx';
import type { Answer } from '../../fields/preview-props.ts';
import { taxRatesQuery } from '../../records/tax-rates.ts';
import { answerFrom, type FieldDraft, visibleWhenOf } from '../draft/field-draft.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { pageNumbersOf, pagesOf } from '../draft/pages.ts';
import { discountStatus } from '../price/discount-draft.ts';
import { discountsQuery, stockQuery } from '../price/sales-queries.ts';

type FormPreviewProps = {
  formId: string;
  draft: FormDraft;
  /** The key of the field that is being edited: the preview goes to its page. */
  edited: string | null;
  className: string | undefined;
};

export function FormPreview({ formId, draft, edited, className }: FormPreviewProps) {
  const [answers, setAnswers] = useState<Answers>({});
  const [isTried, setTried] = useState(false);
  const [page, setPage] = useState(0);
  const shown = new Set(visibleFields(draft.fields, answers).map(({ key }) => key));
  const pages = pagesOf(draft.fields)
    .map((fields) => fields.filter(({ key }) => shown.has(key)))
    .filter((fields) => fields.length > 0);
  const current = Math.max(0, Math.min(page, pages.length - 1));
  const isLast = current >= pages.length - 1;
  const editedPage = pageNumbersOf(draft.fields)[draft.fields.findIndex(({ key }) => key === edited)];
  const place = pages.findIndex((fields) => fields.some(({ key }) => key === edited));
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that come and go with answers leave the visitor where they are
  useEffect(() => {
    if (place >= 0) setPage(place);
  }, [edited, editedPage]);
  const hasPayment = draft.fields.some(isPriceField);
  const issuesInvoice = draft.fields.some((field) => isPriceField(field) && field.price.issuesInvoice);
  const sales = useSales(formId, { hasPayment, issuesInvoice });
  return (
    <Card component="section" aria-label="Preview" className={className ?? ''} tabIndex={0}>
      <Group justify="space-between" mb="md">
        <Text component="h2" size="xs" fw={600} c="dimmed">
          Preview
        </Text>
        <Text size="xs" c="dimmed">
          Try it out. Nothing is sent.
        </Text>
      </Group>
      <Stack gap="md">
        <div>
          <Title order={3} fz="xl" style={{ overflowWrap: 'anywhere' }}>
            {draft.name || 'Untitled form'}
          </Title>
          {draft.description && (
            <Text mt={4} style={{ whiteSpace: 'pre-line' }}>
              {draft.description}
            </Text>
          )}
        </div>
        {draft.isOpen && draft.fields.length === 0 && <Text>This form has no questions yet.</Text>}
        {draft.isOpen && draft.fields.length > 0 && (
          <>
            {pages.length > 1 && (
              <div>
                <Text size="sm" c="dimmed" mb={4} id="preview-page">
                  Part {current + 1} of {pages.length}
                </Text>
                <Progress.Root>
                  <Progress.Section value={((current + 1) / pages.length) * 100} aria-labelledby="preview-page" />
                </Progress.Root>
              </div>
            )}
            {(pages[current] ?? []).map((field) => (
              <PreviewField
                key={field.key}
                field={field}
                sales={sales}
                value={answers[field.key]}
                set={(value) => setAnswers({ ...answers, [field.key]: value })}
              />
            ))}
            <Group>
              {isLast ? (
                <Button onClick={() => setTried(true)}>
                  {draft.button || (hasPayment ? 'Continue to payment' : 'Send')}
                </Button>
              ) : (
                <Button onClick={() => setPage(current + 1)}>Next</Button>
              )}
              {current > 0 && (
                <Button variant="default" onClick={() => setPage(current - 1)}>
                  Back
                </Button>
              )}
            </Group>
            <Text size="sm" c="dimmed" role="status">
              {isTried &&
                (draft.thanks ||
                  (hasPayment ? 'Visitors continue to the payment page.' : 'Visitors see the thank-you text.'))}
            </Text>
          </>
        )}
        {!draft.isOpen && <Text>{draft.closed || 'This form is closed.'}</Text>}
      </Stack>
    </Card>
  );
}

/** What the form has sold, the codes that count now, and the tax rates. */
function useSales(
  formId: string,
  { hasPayment, issuesInvoice }: Record<'hasPayment' | 'issuesInvoice', boolean>,
): FormSales {
  const stock = useQuery({ ...stockQuery(formId), enabled: hasPayment });
  const discounts = useQuery({ ...discountsQuery(formId), enabled: hasPayment });
  const taxRates = useQuery({ ...taxRatesQuery, enabled: issuesInvoice });
  return {
    stock: stock.data?.items ?? [],
    discounts: (discounts.data?.items ?? []).filter((discount) => discountStatus(discount) === 'active'),
    taxRates: taxRates.data?.items,
  };
}

/** Answers by field key. */
type Answers = Record<string, Answer>;

/** Which fields the preview shows for the current answers, as the form page and the service decide. */
function visibleFields(fields: FieldDraft[], answers: Answers): FieldDraft[] {
  const conditional = fields.map((field) => {
    const when = visibleWhenOf(field.condition, fields);
    return {
      name: field.key,
      visibleWhen: when && { ...when, field: field.condition?.fieldKey ?? '' },
      default: readAnswer(field, field.initial),
      isBox: isBox(field),
      normalForm: kindOf(field.type).normalForm,
    };
  });
  const values = Object.fromEntries(fields.map((field) => [field.key, readAnswer(field, answers[field.key])]));
  const visible = visibleNames(conditional, values, normalForms);
  return fields.filter(({ key }) => visible.has(key));
}

/** The answer as it is sent; undefined if there is none, or if it is not of its kind. */
function readAnswer(field: FieldDraft, answer: Answer | undefined): unknown {
  if (answer === '' || (Array.isArray(answer) && answer.length === 0)) return undefined;
  if (typeof answer !== 'string') return answer;
  try {
    return answerFrom(field, answer);
  } catch {
    return answer;
  }
}
