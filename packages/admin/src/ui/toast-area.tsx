// The corner of the screen where notifications appear, which is loaded with the first of them, or before.

import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../api/load-part.tsx';
import { loadLater } from './load-later.ts';

const load = () => import('./notification-list.tsx');
const NotificationList = lazyPart(load, 'NotificationList');

export function ToastArea() {
  const hasAny = useNotifications().notifications.length > 0;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => loadLater(load), []);
  if (hasAny && !isOpen) setOpen(true);
  return <Suspense>{isOpen && <NotificationList />}</Suspense>;
}
