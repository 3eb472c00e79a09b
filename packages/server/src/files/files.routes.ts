import type { App } from '../http/typed-app.ts';

export function filesRoutes(_app: App): void {}
