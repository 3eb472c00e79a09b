// The routes of the settings, which share a layout with its own navigation.

import { createRoute, redirect } from '@tanstack/react-router';
import { may, meQuery } from '../accounts/me.ts';
import { lazyScreen } from '../api/load-part.tsx';
import { queries } from '../api/queries.ts';
import { settingsParts } from '../shell/settings-parts.ts';
import { shellRoute } from '../shell/shell-route.tsx';

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyScreen(() => import('./settings-frame.tsx'), 'SettingsFrame'),
});

const startRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: async () => {
    const me = await queries.ensureQueryData(meQuery);
    const first = settingsParts.find(({ scope }) => may(me, scope));
    throw redirect({ to: first?.to ?? '/settings/account' });
  },
});

const generalRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'general',
  component: lazyScreen(() => import('./general-screen.tsx'), 'GeneralScreen'),
});

const importRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'import',
  component: lazyScreen(() => import('./import/import-screen.tsx'), 'ImportScreen'),
});

const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'mail',
  component: lazyScreen(() => import('./mail/mail-screen.tsx'), 'MailScreen'),
});

const mailTextsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'mail-texts',
  component: lazyScreen(() => import('./mail/mail-kinds-screen.tsx'), 'MailKindsScreen'),
});

const mailTextRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'mail-texts/$kind',
  component: lazyScreen(() => import('./mail/mail-text-screen.tsx'), 'MailTextScreen'),
});

const outboxRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'outbox',
  component: lazyScreen(() => import('./mail/outbox-screen.tsx'), 'OutboxScreen'),
});

const mailMessageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'outbox/$id',
  component: lazyScreen(() => import('./mail/mail-message-screen.tsx'), 'MailMessageScreen'),
});

const spamRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'spam',
  component: lazyScreen(() => import('./spam-screen.tsx'), 'SpamScreen'),
});

const fileScanRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'file-scan',
  component: lazyScreen(() => import('./file-scan-screen.tsx'), 'FileScanScreen'),
});

const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'keys',
  component: lazyScreen(() => import('./keys-screen.tsx'), 'KeysScreen'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks',
  component: lazyScreen(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'deliveries',
  component: lazyScreen(() => import('./deliveries-screen.tsx'), 'DeliveriesScreen'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'deliveries/$id',
  component: lazyScreen(() => import('./delivery-screen.tsx'), 'DeliveryScreen'),
});

const processorRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'processor',
  component: lazyScreen(() => import('./processor-screen.tsx'), 'ProcessorScreen'),
});

const invoicesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'invoices',
  component: lazyScreen(() => import('./invoices-screen.tsx'), 'InvoicesScreen'),
});

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users',
  component: lazyScreen(() => import('./users-screen.tsx'), 'UsersScreen'),
});

const exportRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'export',
  component: lazyScreen(() => import('./export-screen.tsx'), 'ExportScreen'),
});

const storageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'storage',
  component: lazyScreen(() => import('./storage-screen.tsx'), 'StorageScreen'),
});

const backupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'backups',
  component: lazyScreen(() => import('./backups-screen.tsx'), 'BackupsScreen'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit-log',
  component: lazyScreen(() => import('./audit/audit-log-screen.tsx'), 'AuditLogScreen'),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'account',
  component: lazyScreen(() => import('./account-screen.tsx'), 'AccountScreen'),
});

export const settingsRoutes = [
  settingsRoute.addChildren([
    startRoute,
    generalRoute,
    importRoute,
    spamRoute,
    fileScanRoute,
    keysRoute,
    mailRoute,
    mailTextsRoute,
    mailTextRoute,
    outboxRoute,
    mailMessageRoute,
    webhooksRoute,
    deliveriesRoute,
    deliveryRoute,
    processorRoute,
    invoicesRoute,
    usersRoute,
    exportRoute,
    storageRoute,
    backupsRoute,
    auditLogRoute,
    accountRoute,
  ]),
] as const;
