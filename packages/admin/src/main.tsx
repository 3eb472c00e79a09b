// Starts the admin in the browser.

import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { SignInAgainWhenNeeded } from './accounts/sign-in-again-when-needed.tsx';
import { queries } from './api/queries.ts';
import { router } from './router.tsx';
import { styleNonce } from './ui/style-nonce.ts';
import { cssVariables, theme } from './ui/theme.ts';
import { ToastArea } from './ui/toast-area.tsx';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './ui/base.css';
import './ui/style-nonce.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** The root component: providers for every screen. */
function App() {
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
          <ToastArea />
          <RouterProvider router={router} />
          <SignInAgainWhenNeeded />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
