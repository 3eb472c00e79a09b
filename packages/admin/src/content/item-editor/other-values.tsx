// The values of an item that its type does not declare, as imported items have them.

import { Accordion, Text } from '@mantine/core';
import { JsonView } from '../../ui/json-view.tsx';

export function OtherValues({ values }: { values: [name: string, value: unknown][] }) {
  return (
    <Accordion variant="contained" mt="md">
      <Accordion.Item value="others">
        <Accordion.Control>Other values ({values.length})</Accordion.Control>
        <Accordion.Panel>
          <Text size="sm" c="dimmed" mb="xs">
            Values of fields that the type does not declare. They are kept unchanged.
          </Text>
          <JsonView value={Object.fromEntries(values)} label="Other values" />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
