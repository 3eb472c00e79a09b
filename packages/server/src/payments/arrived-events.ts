// Native events that this process has stored and will probably apply itself, so that they need not be read and parsed again.

import type { Processor } from '../context/processor.ts';
import type { NativeEvent } from './processor/native-event.ts';

const maxKept = 200;

const kept = new WeakMap<Processor, Map<string, NativeEvent>>();

export const arrived = {
  /** Call after the commit. The oldest is forgotten if there are many. */
  add(processor: Processor, event: NativeEvent): void {
    const events = kept.get(processor) ?? new Map<string, NativeEvent>();
    kept.set(processor, events.set(event.id, event));
    if (events.size > maxKept) events.delete(events.keys().next().value as string);
  },

  /** Only once: a later attempt reads what is stored. */
  take(processor: Processor, id: string): NativeEvent | null {
    const event = kept.get(processor)?.get(id) ?? null;
    kept.get(processor)?.delete(id);
    return event;
  },
};
