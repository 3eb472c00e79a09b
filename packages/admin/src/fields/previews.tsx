// The controls in the preview of a form. field-kinds.ts names the control of each kind.

import {
  Checkbox,
  FileInput,
  Paper,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../api/load-part.tsx';
import type { PreviewProps } from './preview-props.ts';

const ChoicePicture = lazyPart(() => import('./choice-picture.tsx'), 'ChoicePicture');

export const previews = {
  text: line('text'),
  email: line('email'),
  tel: line('tel'),
  url: line('url'),
  number: line('number'),
  day: line('date'),
  clock: line('time'),
  stars: lazyPart(() => import('./more-previews.tsx'), 'StarsPreview'),
  scale: lazyPart(() => import('./more-previews.tsx'), 'ScalePreview'),
  questions: lazyPart(() => import('./more-previews.tsx'), 'MatrixPreview'),
  days: lazyPart(() => import('./more-previews.tsx'), 'DaysPreview'),
  repeated: lazyPart(() => import('./more-previews.tsx'), 'RepeatedPreview'),
  signed: lazyPart(() => import('./more-previews.tsx'), 'SignaturePreview'),
  address: lazyPart(() => import('./more-previews.tsx'), 'AddressPreview'),
  buyer: lazyPart(() => import('./more-previews.tsx'), 'BuyerPreview'),
  time: line('datetime-local'),
  lines: (props: PreviewProps) => (
    <Textarea
      {...common(props)}
      rows={4}
      value={textOf(props)}
      onChange={(event) => props.set(event.currentTarget.value)}
    />
  ),
  dropdown: (props: PreviewProps) => (
    <Select
      {...common(props)}
      data={choicesOf(props).map(({ value, label }) => ({ value, label }))}
      placeholder={props.field.isRequired ? 'Choose…' : ''}
      value={textOf(props) || null}
      onChange={(value) => props.set(value ?? '')}
    />
  ),
  choices: (props: PreviewProps) => (
    <Radio.Group {...common(props)} value={textOf(props) || null} onChange={props.set}>
      <Choices {...props}>{(value, label, key) => <Radio key={key} value={value} label={label} />}</Choices>
    </Radio.Group>
  ),
  boxes,
  box,
  boxOrBoxes: (props: PreviewProps) => (choicesOf(props).length > 0 ? boxes(props) : box(props)),
  files: (props: PreviewProps) => {
    const accept = props.field.accept.join(',');
    const { isMultiple } = props.field;
    return (
      <FileInput
        {...common(props)}
        placeholder="Choose a file"
        {...(accept ? { accept } : {})}
        multiple={isMultiple}
        onChange={(files: File | File[] | null) => props.set([files ?? []].flat().map(({ name }) => name))}
      />
    );
  },
  price: lazyPart(() => import('./order-preview.tsx'), 'OrderPreview'),
  formula: lazyPart(() => import('./more-previews.tsx'), 'CalculationPreview'),
  heading: ({ field }: PreviewProps) => (
    <div>
      <Title order={4}>{field.label || field.name}</Title>
      {field.help && <Text c="dimmed">{field.help}</Text>}
    </div>
  ),
  paragraph: ({ field }: PreviewProps) => (
    <div>
      {field.label && <Text fw={550}>{field.label}</Text>}
      <Text style={{ whiteSpace: 'pre-line' }}>{field.help}</Text>
    </div>
  ),
};
export type PreviewName = keyof typeof previews;

function line(type: string) {
  return (props: PreviewProps) => (
    <TextInput
      {...common(props)}
      type={type}
      value={textOf(props)}
      onChange={(event) => props.set(event.currentTarget.value)}
    />
  );
}

type ChoicesProps = PreviewProps & { children(value: string, label: string, key: string): React.ReactNode };

/** Below each other; those with pictures side by side. */
function Choices({ children, ...props }: ChoicesProps) {
  const choices = choicesOf(props);
  if (choices.every(({ image }) => image === null)) {
    return (
      <Stack gap={8} mt={6}>
        {choices.map(({ key, value, label }) => children(value, label, key))}
      </Stack>
    );
  }
  return (
    <SimpleGrid cols={2} mt={6}>
      {choices.map(({ key, value, label, image }) => (
        <Paper key={key} withBorder p={8}>
          <Suspense>{image !== null && <ChoicePicture id={image} />}</Suspense>
          {children(value, label, key)}
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function boxes(props: PreviewProps) {
  return (
    <Checkbox.Group {...common(props)} value={Array.isArray(props.value) ? props.value : []} onChange={props.set}>
      <Choices {...props}>{(value, label, key) => <Checkbox key={key} value={value} label={label} />}</Choices>
    </Checkbox.Group>
  );
}

function box(props: PreviewProps) {
  return (
    <Checkbox
      {...common(props)}
      checked={props.value === true}
      onChange={(event) => props.set(event.currentTarget.checked)}
    />
  );
}

function common({ field: { label, name, isRequired, help } }: PreviewProps) {
  return { label: label || name, required: isRequired, ...(help ? { description: help } : {}) };
}

function textOf({ field, value }: PreviewProps): string {
  return typeof value === 'string' ? value : field.initial;
}

/** Duplicates are rejected when the form is saved. Until then, the preview shows the first. */
function choicesOf({ field }: PreviewProps): PreviewProps['field']['options'] {
  const options = field.options
    .filter(({ label }) => label.trim() !== '')
    .map(({ key, label, value, image }) => ({ key, label, value: value || label, image }));
  return options.filter(({ value }, index) => options.findIndex((other) => other.value === value) === index);
}
