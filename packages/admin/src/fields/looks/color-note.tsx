// Says where visitors see another shade of a chosen color, because the color itself could not be seen there.

import type { LooksColors } from '@frontdesk/client';
import { ColorSwatch, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

type Colors = { brandColor: string | null; backgroundColor: string | null };

export function ColorNote(colors: Colors) {
  const [query] = useDebouncedValue(queryOf(colors), 200);
  const { data } = useQuery({
    queryKey: ['looks', query],
    queryFn: ({ signal }) => api.request<LooksColors>('GET', '/looks/colors', { query, signal }),
    enabled: Object.keys(query).length > 0,
    placeholderData: (before) => before,
  });
  if (!data || Object.keys(query).length === 0) return null;
  return (
    <Stack gap={4} role="status">
      {data.adjusted.map(({ color, scheme, shown }) => (
        <Group key={color + scheme} gap="xs" wrap="nowrap">
          <ColorSwatch color={shown} size={18} style={{ flex: 'none' }} />
          <Text size="sm">
            {color === 'brandColor' ? 'The color' : 'The background'} is shown as {shown} in {scheme} mode,
            {color === 'brandColor' ? ' where it would be hard to see.' : ' where it would dazzle.'}
          </Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        Contrast of texts: at least {Math.min(data.light.textContrast, data.dark.textContrast)} to 1 (4.5 is needed). Of
        buttons and inputs: at least {Math.min(data.light.controlContrast, data.dark.controlContrast)} to 1 (3 is
        needed).
      </Text>
    </Stack>
  );
}

/** Without what is not a color, or not yet. */
function queryOf(colors: Colors): Record<string, string> {
  const entries = Object.entries(colors).flatMap(([name, color]) =>
    color !== null && /^#[0-9a-f]{6}$/.test(color) ? [[name, color] as const] : [],
  );
  return Object.fromEntries(entries);
}
