import type { App } from '../http/typed-app.ts';

export function submissionsRoutes(_app: App): void {}
