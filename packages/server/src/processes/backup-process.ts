// The process that makes a backup for the service (backups/run-backup.ts). It replaces itself before it loads what it needs.

import { loadProgram } from '../bundle.mjs';
import { becomeLowPriorityProcess } from './low-priority.ts';

becomeLowPriorityProcess();
await loadProgram('backup-for-service', () => import('./backup-for-service.ts'));
