import type { App } from '../http/typed-app.ts';

export function refundsRoutes(_app: App): void {}
