import type { App } from '../http/typed-app.ts';

export function postTypesRoutes(_app: App): void {}
