// The process that imports an uploaded export for the service (importers/importing.ts). It replaces itself before it loads
// what it needs.

import { loadProgram } from '../bundle.mjs';
import { becomeLowPriorityProcess } from './low-priority.ts';

becomeLowPriorityProcess();
await loadProgram('import-upload', () => import('./import-upload.ts'));
