// The process that imports an uploaded export for the service (importers/importing.ts). It replaces itself before it loads
// what it needs.

import { becomeImportProcess } from './import-process.ts';

becomeImportProcess();
await import('./import-upload.ts');
