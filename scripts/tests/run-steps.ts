// Runs steps two at a time, and prints their output one after another.

export type Write = (text: string | Uint8Array) => void;
export type Step = { name: string; run: (write: Write) => Promise<void> };

const atOnce = 2;

/** What a step failed with. */
export type Failure = { step: string; error: Error };

/** Prints the first unfinished step live, and the others once it is their turn. Returns the failures, for the end. */
export async function runSteps(steps: Step[]): Promise<Failure[]> {
  const started = steps.map((step) => ({ step, output: makeOutput(), ended: Promise.withResolvers<Ending>() }));
  const queue = started.values();
  const work = async (): Promise<void> => {
    for (const { step, output, ended } of queue) ended.resolve(await runStep(step, output.write));
  };
  const workers = Array.from({ length: atOnce }, work);
  const failures: Failure[] = [];
  for (const { step, output, ended } of started) {
    console.log(`\n▶ ${step.name}`);
    output.show();
    const { seconds, error } = await ended.promise;
    console.log(error ? `✖ ${step.name} (${seconds} s): ${error.message}` : `✔ ${step.name} (${seconds} s)`);
    if (error) failures.push({ step: step.name, error });
  }
  await Promise.all(workers);
  return failures;
}

type Ending = { seconds: string; error: Error | null };

async function runStep({ run }: Step, write: Write): Promise<Ending> {
  const startedAt = Date.now();
  const error = await run(write).then(
    () => null,
    (error: Error) => error,
  );
  return { seconds: ((Date.now() - startedAt) / 1000).toFixed(1), error };
}

/** Keeps what is written until it is shown. */
function makeOutput() {
  let kept: (string | Uint8Array)[] | null = [];
  return {
    write(text: string | Uint8Array): void {
      if (kept) kept.push(text);
      else process.stdout.write(text);
    },
    show(): void {
      for (const text of kept ?? []) process.stdout.write(text);
      kept = null;
    },
  };
}
