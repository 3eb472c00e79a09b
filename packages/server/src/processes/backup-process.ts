// The process that makes a backup for the service (backups/backing-up.ts). It replaces itself before it loads what it needs.

import { becomeLowPriorityProcess } from './low-priority.ts';

becomeLowPriorityProcess();
await import('./backup-for-service.ts');
