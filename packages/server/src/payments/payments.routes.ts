import type { App } from '../http/typed-app.ts';

export function paymentsRoutes(_app: App): void {}
