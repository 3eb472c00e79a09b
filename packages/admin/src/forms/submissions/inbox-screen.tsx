// The inbox: the submissions across all forms, and what is open of them beside the list.

import type { Form, InboxSubmission, SubmissionChange } from '@frontdesk/client/admin';
import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconInbox, IconKeyboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { SelectionBar } from '../../records/selection-bar.tsx';
import { useSelectedRows } from '../../records/use-selected-rows.ts';
import { ViewsMenu } from '../../records/views-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { createdBetween, DateFilter } from '../../ui/date-filter.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../../ui/filter-bar.tsx';
import { type ListQuery, useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AnswerFilter, readCondition } from './answer-filter.tsx';
import { deleteSubmissions } from './delete-submissions.ts';
import classes from './inbox.module.css';
import { InboxBulk } from './inbox-bulk.tsx';
import { columns, narrowColumns, spamColumns } from './inbox-columns.tsx';
import { InboxDetails } from './inbox-details.tsx';
import { InboxKeysHelp } from './inbox-keys-help.tsx';
import { assigneesQuery, changeSubmissions, inboxQuery } from './inbox-query.ts';
import { senderOf } from './inbox-row.tsx';
import { sortSpam } from './spam-actions.ts';
import { beginReply } from './unsent-replies.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

const defaults = {
  search: '',
  show: 'open',
  form: '',
  assignee: '',
  answer: '',
  from: '',
  to: '',
  order: 'desc',
  view: '',
};
type Filters = typeof defaults;

/** What the tabs show, as the API names it. */
const tabs: Record<string, { label: string; query: object }> = {
  open: { label: 'Open', query: { 'progress[ne]': 'done' } },
  unread: { label: 'Unread', query: { unread: true } },
  starred: { label: 'Starred', query: { starred: true } },
  done: { label: 'Done', query: { progress: 'done' } },
  all: { label: 'All', query: {} },
  spam: { label: 'Spam', query: { status: 'spam' } },
};

export function InboxScreen() {
  const { may, user } = useMe();
  const navigate = useNavigate();
  const { open = null } = useSearch({ strict: false }) as { open?: string };
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [isHelpOpen, help] = useDisclosure(false);
  const list = useListQuery<Filters>(defaults);
  const forms = useForms();
  const query = queryOf(list);
  const submissions = useQuery(inboxQuery(query));
  const { items = [], total = 0 } = submissions.data ?? {};
  const mayWrite = may('forms:write');
  const selected = useSelectedRows<InboxSubmission>(JSON.stringify(list.filters), senderOf);
  const setOpen = (id: string | undefined): void => {
    navigate({ to: '.', search: ((old: object) => ({ ...old, open: id })) as never, resetScroll: false });
  };
  const toggle = (change: (submission: InboxSubmission) => SubmissionChange) => (id: string) => {
    const submission = items.find((one) => one.id === id);
    if (submission && mayWrite && submission.status !== 'spam') changeSubmissions([id], change(submission));
  };
  const me = user.id;
  const isSpam = list.filters.show === 'spam';
  /** What was open is gone from where it was. */
  const leave = (id: string) => (isDone: boolean) => {
    if (isDone && id === open) setOpen(undefined);
  };
  useInboxKeys(
    open,
    {
      s: toggle(({ starred }) => ({ starred: !starred })),
      u: toggle(({ unread }) => ({ unread: !unread })),
      e: toggle(({ progress }) => ({ progress: progress === 'done' ? 'new' : 'done' })),
      r: (id) => {
        if (!mayWrite || isSpam) return;
        beginReply(id);
        setOpen(id);
      },
      a: toggle(({ assignee }) => ({ assigneeId: assignee?.id === me ? null : me })),
      '!': (id) => mayWrite && void sortSpam([id], !isSpam).then(leave(id)),
      '#': (id) => mayWrite && void deleteSubmissions([id]).then(leave(id)),
    },
    { help: help.open, close: () => selected.rows.length === 0 && setOpen(undefined) },
  );
  const [linked] = useState(open);
  const isLinkedShown = linked !== null && linked === open && items.some(({ id }) => id === linked);
  useEffect(() => {
    // It may be far down in the list.
    if (isLinkedShown)
      document.querySelector(`[data-row="${CSS.escape(linked)}"]`)?.scrollIntoView({ block: 'center' });
  }, [isLinkedShown, linked]);
  const details = open && <InboxDetails key={open} id={open} isWhole={!isWide} close={() => setOpen(undefined)} />;
  const helpDialog = <InboxKeysHelp isOpen={isHelpOpen} close={help.close} />;
  if (details && !isWide) return <div className={classes.whole}>{details}</div>;
  return (
    <>
      <div className={classes.screenOnly}>
        <PageHeader
          title="Inbox"
          actions={
            <>
              <ExportMenu path="/submissions" query={query} withNdjson />
              <Tooltip label="Keyboard shortcuts (?)">
                <ActionIcon variant="default" size="input-sm" aria-label="Keyboard shortcuts" onClick={help.open}>
                  <IconKeyboard size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </>
          }
        />
        <InboxFilters list={list} forms={forms} />
      </div>
      {helpDialog}
      <div className={classes.panes} data-open={open ?? undefined}>
        <div className={classes.whole}>
          <DataTable
            label="Inbox"
            query={submissions}
            columns={details ? narrowColumns : isSpam ? spamColumns : columns(mayWrite)}
            rowKey={({ id }) => id}
            paging={list.paging}
            selection={mayWrite ? selected.selection : undefined}
            empty={<Empty isFiltered={list.isFiltered} isSpam={isSpam} />}
          />
        </div>
        {details && (
          <section className={classes.pane} aria-label="Submission">
            {details}
          </section>
        )}
      </div>
      {selected.rows.length > 0 && (
        <SelectionBar
          name="submission"
          selected={selected}
          total={total}
          readFirst={(count) => readFirst(query, count)}
        >
          {(bulk) => <InboxBulk ids={selected.rows.map(({ id }) => id)} bulk={bulk} me={me} areSpam={isSpam} />}
        </SelectionBar>
      )}
    </>
  );
}

function queryOf({ query, filters }: ListQuery<Filters>): { limit: number; offset: number } {
  const { show: _, answer, from, to, form, assignee, order, ...rest } = query;
  const condition = readCondition(answer ?? '');
  return {
    ...rest,
    // No one is in charge of spam.
    ...(assignee && filters.show !== 'spam'
      ? assignee === 'none'
        ? { 'assigneeId[exists]': false }
        : { assigneeId: assignee }
      : {}),
    ...(form && { formId: form }),
    ...(order === 'asc' && { sort: 'createdAt' }),
    ...createdBetween({ from: from ?? '', to: to ?? '' }),
    ...tabs[filters.show]?.query,
    ...(condition && form ? { answers: { [condition.field]: { [condition.operator]: condition.value } } } : {}),
  };
}

/** All forms that the user may read. */
function useForms(): Form[] {
  const { data = [] } = useQuery({
    queryKey: ['forms', 'all'],
    queryFn: ({ signal }) => Array.fromAsync(api.forms.all({}, { signal })),
    staleTime: 60_000,
  });
  return data;
}

function InboxFilters({ list, forms }: { list: ListQuery<Filters>; forms: Form[] }) {
  const { filters, set } = list;
  const { data: assignees = [] } = useQuery(assigneesQuery);
  const form = forms.find(({ id }) => id === filters.form);
  return (
    <FilterBar
      list={list}
      search={<SearchInput label="Search answers" value={filters.search} set={(search) => set({ search })} />}
      tabs={
        <SegmentedControl
          aria-label="Show"
          mb="sm"
          data={Object.entries(tabs).map(([value, { label }]) => ({ value, label }))}
          value={filters.show}
          onChange={(show) => set({ show })}
          withItemsBorders={false}
        />
      }
    >
      <FilterSelect
        label="Form"
        value={filters.form}
        set={(form) => set({ form, answer: '' })}
        options={[{ value: '', label: 'All forms' }, ...forms.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {form && (
        <AnswerFilter key={form.id} fields={form.fields} value={filters.answer} set={(answer) => set({ answer })} />
      )}
      {filters.show !== 'spam' && (
        <FilterSelect
          label="Assignee"
          value={filters.assignee}
          set={(assignee) => set({ assignee })}
          options={[
            { value: '', label: 'Anyone' },
            { value: 'me', label: 'Assigned to me' },
            { value: 'none', label: 'No one' },
            ...assignees.map(({ id, name }) => ({ value: id, label: name ?? id })),
          ]}
        />
      )}
      <DateFilter from={filters.from} to={filters.to} set={set} />
      <FilterSelect
        label="Sort by"
        value={filters.order}
        set={(order) => set({ order })}
        options={[
          { value: 'desc', label: 'Newest first' },
          { value: 'asc', label: 'Oldest first' },
        ]}
      />
      <ViewsMenu type="forms.inbox" active={filters.view} />
    </FilterBar>
  );
}

function Empty({ isFiltered, isSpam }: { isFiltered: boolean; isSpam: boolean }) {
  if (isSpam)
    return (
      <EmptyState icon={<IconInbox aria-hidden />} title="No spam">
        Submissions that look like spam appear here, with the reasons. They are deleted after some days.
      </EmptyState>
    );
  if (isFiltered) return <EmptyState icon={<IconInbox aria-hidden />} title="No matching submissions" />;
  return (
    <EmptyState icon={<IconInbox aria-hidden />} title="Nothing to do">
      Submissions across all forms appear here until they are done.
    </EmptyState>
  );
}

const largestPage = 100;

/** The first submissions of a list, whatever the page. */
async function readFirst(query: object, count: number): Promise<InboxSubmission[]> {
  const offsets = Array.from({ length: Math.ceil(count / largestPage) }, (_, index) => index * largestPage);
  const pages = await Promise.all(
    offsets.map((offset) => api.inbox.list({ ...query, limit: largestPage, offset, total: false })),
  );
  return pages.flatMap(({ items }) => items).slice(0, count);
}
