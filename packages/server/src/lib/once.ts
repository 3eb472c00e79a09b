// A value that takes a while to make, and is made when it is first asked for.

/** Makes the value at the first call, for all calls. After a failure, the next call tries again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}
