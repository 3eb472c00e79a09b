// The process that makes a backup for the service (backups/backing-up.ts). It replaces itself before it loads what it needs.

import { becomeImportProcess } from './import-process.ts';

becomeImportProcess();
await import('./backup-for-service.ts');
