// A file of its own, so that it is loaded only for fields that need it.

export { MultiSelect } from '@mantine/core';
