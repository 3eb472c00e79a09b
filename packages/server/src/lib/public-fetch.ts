export type PublicResponse = { status: number; headers: Record<string, string>; body: Buffer; durationMs: number };
export interface PublicFetch {
  post(
    url: string,
    request: { headers: Record<string, string>; body: Buffer; timeoutMs: number; maxResponseBytes: number },
  ): Promise<PublicResponse>;
  close(): Promise<void>;
}
export function createPublicFetch(_options: { allowPrivate: boolean }): PublicFetch {
  return {
    post: async () => {
      throw new Error('not here yet');
    },
    close: async () => {},
  };
}
