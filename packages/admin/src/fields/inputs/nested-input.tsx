// The inputs of fields that few types have: groups, lists, blocks, several of something and values of several parts. Loaded
// when one of them is shown.

import type { ComponentType } from 'react';
import type { InputProps, NestedName } from '../input-props.ts';
import { BlocksInput } from './blocks-input.tsx';
import { FilesInput } from './files-input.tsx';
import { GroupInput } from './group-input.tsx';
import { ItemsInput } from './items-input.tsx';
import { ListInput } from './list-input.tsx';
import { ColorField, MoneyInput, PlaceInput } from './part-inputs.tsx';

const nestedInputs: Record<NestedName, ComponentType<InputProps>> = {
  group: GroupInput,
  rows: ListInput,
  blocks: BlocksInput,
  items: ItemsInput,
  files: FilesInput,
  money: MoneyInput,
  place: PlaceInput,
  color: ColorField,
};

export function NestedInput({ name, ...props }: InputProps & { name: NestedName }) {
  const Input = nestedInputs[name];
  return <Input {...props} />;
}
