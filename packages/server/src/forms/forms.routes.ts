import type { App } from '../http/typed-app.ts';

export function formsRoutes(_app: App): void {}
