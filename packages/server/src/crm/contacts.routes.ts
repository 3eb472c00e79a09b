import type { App } from '../http/typed-app.ts';

export function contactsRoutes(_app: App): void {}
