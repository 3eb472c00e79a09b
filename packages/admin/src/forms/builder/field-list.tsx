// The fields of a form: add, edit, move and remove them, by mouse or keyboard.

import { ActionIcon, Alert, Box, Button, Menu, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPageBreak, IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, Suspense, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { lazyPart } from '../../api/load-part.tsx';
import { fieldKinds, isPriceField, kindOf } from '../../fields/field-kinds.ts';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import { type FieldDraft, newField, withName } from '../draft/field-draft.ts';
import { nameFor } from '../draft/field-keys.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { moveField, pageNumbersOf, withoutField } from '../draft/pages.ts';
import classes from './form-builder.module.css';

const emailType = Object.keys(fieldKinds).find((type) => kindOf(type).isEmail) as string;

const FieldEditor = lazyPart(() => import('./field-editor.tsx'), 'FieldEditor');

type FieldListProps = {
  draft: Draft<FormDraft>;
  saving: Pick<Saving<never>, 'field' | 'faults' | 'clear'>;
  /** The key of the field that is being edited. */
  openKey: string | null;
  setOpenKey(key: string | null): void;
};

export function FieldList({ draft, saving, openKey, setOpenKey }: FieldListProps) {
  const { site } = useMe();
  const { fields } = draft.values;
  /** Whether the next field starts a page. */
  const [hasNewPage, setNewPage] = useState(false);
  const pages = pageNumbersOf(fields);
  const pageCount = pages.at(-1) ?? 1;
  const [announcement, setAnnouncement] = useState('');

  /** Clears the faults as well: they refer to the previous positions of the fields. */
  const arrange = (next: FieldDraft[]): void => {
    if (saving.faults.length > 0) saving.clear();
    draft.set('fields', next);
  };
  const add = (type: string): void => {
    const currency = fields.find(isPriceField)?.currency ?? site.currency;
    const field = newField(type, currency);
    const names = fields.map(({ name }) => name);
    const startsPage = hasNewPage && fields.length > 0;
    arrange([...fields, { ...field, name: nameFor(field.label, names), startsPage }]);
    setNewPage(false);
    setOpenKey(field.key);
  };
  const move = (index: number, by: -1 | 1): void => {
    const field = fields[index];
    if (!field || !fields[index + by]) return;
    const moved = moveField(fields, index, by);
    arrange(moved);
    const at = moved.findIndex(({ key }) => key === field.key);
    const page = pageCount > 1 ? `, page ${pageNumbersOf(moved)[at]}` : '';
    setAnnouncement(`${field.label || field.name} moved to position ${at + 1} of ${fields.length}${page}`);
  };
  const joinPages = (key: string): void =>
    arrange(fields.map((field) => (field.key === key ? { ...field, startsPage: false } : field)));
  const remove = (field: FieldDraft): void => {
    const remaining = withoutField(fields, field.key);
    // A condition on a removed field would hide its field permanently.
    arrange(
      remaining.map((other) => (other.condition?.fieldKey === field.key ? { ...other, condition: null } : other)),
    );
    setAnnouncement(`${field.label || field.name} removed`);
  };
  const change = (key: string, change: Partial<FieldDraft>): void =>
    draft.set(
      'fields',
      fields.map((field) => (field.key === key ? withName({ ...field, ...change }, fields) : field)),
    );

  return (
    <Section title="Fields" actions={<AddField add={add} addPage={() => setNewPage(true)} fields={fields} />}>
      {fields.length === 0 ? (
        <Text c="dimmed" py="md">
          No fields yet. Add a field to start.
        </Text>
      ) : (
        <ol className={classes.fields}>
          {fields.map((field, index) => {
            const isWrong = saving.faults.some(({ pointer }) => `${pointer}/`.startsWith(`/fields/${index}/`));
            return (
              <Fragment key={field.key}>
                {field.startsPage && index > 0 && (
                  <PageBreak number={pages[index] ?? 1} remove={() => joinPages(field.key)} />
                )}
                <li className={`${classes.field} ${isWrong ? classes.wrong : ''}`} data-pointer={`/fields/${index}`}>
                  <FieldRow
                    field={field}
                    isOpen={openKey === field.key || isWrong}
                    toggle={() => setOpenKey(openKey === field.key ? null : field.key)}
                    move={(by) => move(index, by)}
                    remove={() => remove(field)}
                    isFirst={index === 0}
                    isLast={index === fields.length - 1}
                  />
                  {(openKey === field.key || isWrong) && (
                    <Box
                      className={classes.editor}
                      id={`editor-${field.key}`}
                      role="group"
                      aria-label={`Field ${field.label || field.name}`}
                      onFocus={() => setOpenKey(field.key)}
                    >
                      <Suspense>
                        <FieldEditor
                          field={field}
                          fields={fields}
                          pointer={`/fields/${index}`}
                          saving={saving}
                          change={(changed) => change(field.key, changed)}
                        />
                      </Suspense>
                    </Box>
                  )}
                </li>
              </Fragment>
            );
          })}
          {hasNewPage && <PageBreak number={pageCount + 1} isEmpty remove={() => setNewPage(false)} />}
        </ol>
      )}
      {fields.some(isPriceField) && !fields.some(({ type }) => kindOf(type).isEmail) && (
        <Alert mt="md" title="This form does not ask for an email address">
          <Text size="sm">
            Visitors enter one on the payment page. With an email field, you have it as soon as they submit, even if
            they do not pay, and the form can answer them.
          </Text>
          <Button mt="sm" size="xs" variant="default" onClick={() => add(emailType)}>
            Add email field
          </Button>
        </Alert>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Section>
  );
}

/** The start of a page. */
function PageBreak({ number, isEmpty = false, remove }: { number: number; isEmpty?: boolean; remove(): void }) {
  return (
    <li className={classes.page}>
      <Text size="sm" fw={600} flex={1}>
        Page {number}
        {isEmpty && (
          <Text span inherit fw={400} c="dimmed">
            {' '}
            begins with the next field that you add
          </Text>
        )}
      </Text>
      <RowButton label={`Remove the break before page ${number}`} onClick={remove} Icon={IconTrash} />
    </li>
  );
}

type FieldRowProps = {
  field: FieldDraft;
  isOpen: boolean;
  toggle(): void;
  move(by: -1 | 1): void;
  remove(): void;
  isFirst: boolean;
  isLast: boolean;
};

function FieldRow({ field, isOpen, toggle, move, remove, isFirst, isLast }: FieldRowProps) {
  const { Icon, label: kind } = kindOf(field.type);
  const label = field.label || field.help.slice(0, 80) || field.name;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <div className={classes.row}>
      <UnstyledButton
        className={classes.opener}
        onClick={toggle}
        onKeyDown={onKeyDown}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `editor-${field.key}` : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      >
        <Icon size={18} stroke={1.75} className={classes.icon ?? ''} aria-hidden />
        <span className={classes.title}>
          <span className={classes.label}>{label}</span>
          <span className={classes.kind}>
            {kind}
            {field.isRequired && ', required'}
            {field.condition && ', conditional'}
          </span>
        </span>
      </UnstyledButton>
      <RowButton label={`Move ${label} up`} isOff={isFirst} onClick={() => move(-1)} Icon={IconArrowUp} />
      <RowButton label={`Move ${label} down`} isOff={isLast} onClick={() => move(1)} Icon={IconArrowDown} />
      <RowButton label={`Remove ${label}`} onClick={remove} Icon={IconTrash} />
    </div>
  );
}

type RowButtonProps = { label: string; isOff?: boolean; onClick(): void; Icon: typeof IconTrash };

function RowButton({ label, isOff = false, onClick, Icon }: RowButtonProps) {
  return (
    <Tooltip label={label} disabled={isOff}>
      {/* Not `disabled`, which would lose the focus when a field is moved to the top or bottom by keyboard. */}
      <ActionIcon size={32} aria-label={label} aria-disabled={isOff} opacity={isOff ? 0.35 : 1} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

type AddFieldProps = { add(type: string): void; addPage(): void; fields: FieldDraft[] };

function AddField({ add, addPage, fields }: AddFieldProps) {
  const hasPrice = fields.some(isPriceField);
  return (
    <Menu position="bottom-end" width={220} returnFocus={false} withinPortal>
      <Menu.Target>
        <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />}>
          Add field
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {(['Text', 'Choice', 'Other', 'Layout'] as const).map((group) => (
          <Fragment key={group}>
            <Menu.Label>{group}</Menu.Label>
            {kindsIn(group).map(({ type, label, Icon }) => (
              <Menu.Item
                key={type}
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                disabled={isPriceField({ type }) && hasPrice}
                onClick={() => add(type)}
              >
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
        <Menu.Item
          leftSection={<IconPageBreak size={18} stroke={1.75} aria-hidden />}
          disabled={fields.length === 0}
          onClick={addPage}
        >
          Page break
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function kindsIn(group: string) {
  return Object.keys(fieldKinds)
    .map((type) => ({ type, ...kindOf(type) }))
    .filter(({ inForms }) => inForms?.group === group);
}
