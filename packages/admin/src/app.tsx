// The root component: providers for every screen.

import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { SignInAgain } from './accounts/sign-in-again.tsx';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { styleNonce } from './ui/style-nonce.ts';
import { cssVariables, theme } from './ui/theme.ts';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce ?? ''}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>
          <Notifications position="bottom-right" limit={4} />
          <RouterProvider router={router} />
          <SignInAgain />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
