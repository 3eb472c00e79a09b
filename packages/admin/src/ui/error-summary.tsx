// Why a form could not be saved: every fault, each with a link to its input.

import type { Fault } from '@frontdesk/client';
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { describeError } from './describe-error.ts';
import { isPredicate } from './fault-text.ts';
import { formatNumber, humanize } from './format.ts';

type ErrorSummaryProps = { error: unknown; faults: Fault[]; labels?: Record<string, string> };

export function ErrorSummary({ error, faults, labels = {} }: ErrorSummaryProps) {
  if (!error) return null;
  const { title, detail, requestId } = describeError(error);
  // Every fault has been corrected since.
  if (faults.length === 0 && isAboutFaults(error)) return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={faults.length ? titleOf(faults) : title}
    >
      {faults.length > 0 ? (
        <List size="sm">
          {faults.map((fault) => (
            <List.Item key={`${fault.pointer} ${fault.code}`}>
              <Anchor component="button" type="button" inherit ta="left" onClick={() => focusInput(fault.pointer)}>
                {labels[fault.pointer] ?? nameOf(fault.pointer)}
              </Anchor>
              {isPredicate(fault) ? ' ' : ': '}
              {fault.detail}
            </List.Item>
          ))}
        </List>
      ) : (
        detail && <Text size="sm">{detail}</Text>
      )}
      {requestId && (
        <Text size="xs" mt="xs">
          Request ID: {requestId}
        </Text>
      )}
    </Alert>
  );
}

function titleOf(faults: Fault[]): string {
  return faults.length === 1 ? 'There is a problem' : `There are ${formatNumber(faults.length)} problems`;
}

function isAboutFaults(error: unknown): boolean {
  return ((error as { errors?: unknown[] }).errors ?? []).length > 0;
}

/** '/fields/unit_price' → "Unit price" */
export function nameOf(pointer: string): string {
  const last = pointer.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part));
  return last === undefined ? 'This form' : humanize(last);
}

/** Focuses the input at this pointer, or the nearest one above it. */
export function focusInput(pointer: string): void {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(at)}"]`);
    if (!found) continue;
    const input = found.matches('input, textarea, select, button, [tabindex]')
      ? found
      : found.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable]');
    (input ?? found).focus();
    return;
  }
}
