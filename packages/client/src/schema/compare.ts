// What differs between a record and its entry in the file, and which differences can lose or lock out what is stored.

import { byName, type Entry, isSame, type RecordSection, sections } from './shape.ts';

export type Change = {
  /** Such as `label` or `fields.price.max`. */
  member: string;
  before: unknown;
  after: unknown;
  /** Why stored values may no longer fit, such as `fewer options`. */
  narrows?: string;
};

/** The changes from one entry to another. Members that the service chooses are compared only if they are given. */
export function compareEntries(section: RecordSection, before: Entry, after: Entry): Change[] {
  const { members, chosen = [], forNew = [] } = sections[section];
  return Object.entries(members).flatMap(([member, byDefault]): Change[] => {
    if (member === 'fields') return compareLists('fields', listIn(before.fields), listIn(after.fields));
    if (forNew.includes(member) || (after[member] === undefined && chosen.includes(member))) return [];
    const [old, fresh] = [before[member] ?? byDefault, after[member] ?? byDefault];
    if (isSame(old, fresh)) return [];
    const narrows = member === 'strict' && fresh === true ? { narrows: 'undeclared members are rejected' } : {};
    return [{ member, before: old, after: fresh, ...narrows }];
  });
}

/** Settings that the file does not have stay as they are. */
export function compareSettings(before: Entry, after: Entry): Change[] {
  return Object.entries(after).flatMap(([member, value]): Change[] => {
    const old = before[member];
    const inner = (settings: unknown): Change[] =>
      compareSettings((old ?? {}) as Entry, settings as Entry).map((change) => ({
        ...change,
        member: `${member}.${change.member}`,
      }));
    if (member === 'invoicing') return inner(value);
    // Who sells is one whole: a bank account of before is not that of another company.
    if (member === 'seller') return inner({ ...withoutValues((old ?? {}) as Entry), ...(value as Entry) });
    if (isSame(old, value)) return [];
    const days = (number: unknown): number => (number === 0 && member === 'trashDays' ? Infinity : Number(number));
    const isShorter = member !== 'dueDays' && member.endsWith('Days') && days(value) < days(old);
    const narrows = isShorter ? { narrows: 'what is older is deleted' } : {};
    return [{ member, before: old, after: value, ...narrows }];
  });
}

function withoutValues(entry: Entry): Entry {
  return Object.fromEntries(Object.keys(entry).map((member) => [member, null]));
}

function listIn(value: unknown): Entry[] {
  return Array.isArray(value) ? value : [];
}

const nameOf = ({ name }: Entry): string => String(name);

/** Fields, or blocks with their fields. */
function compareLists(place: string, before: readonly Entry[], after: readonly Entry[]): Change[] {
  const [old, fresh] = [byName(before, nameOf), byName(after, nameOf)];
  const changes: Change[] = [];
  for (const [name, declared] of fresh) {
    const known = old.get(name);
    const own = `${place}.${name}`;
    if (!known) changes.push({ member: own, before: null, after: declared.type ?? 'block' });
    else changes.push(...compareDeclarations(own, known, declared));
  }
  for (const [name, declared] of old) {
    if (fresh.has(name)) continue;
    const what = declared.type === undefined ? 'the block is removed' : 'the field is removed';
    changes.push({ member: `${place}.${name}`, before: declared.type ?? 'block', after: null, narrows: what });
  }
  const orders = [old, fresh].map((list) => [...list.keys()].filter((name) => old.has(name) && fresh.has(name)));
  if (!isSame(orders[0], orders[1]))
    changes.push({ member: `${place} (order)`, before: [...old.keys()], after: [...fresh.keys()] });
  return changes;
}

function compareDeclarations(place: string, before: Entry, after: Entry): Change[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...members].flatMap((member): Change[] => {
    const [old, fresh] = [before[member], after[member]];
    const own = `${place}.${member}`;
    if (isSame(old, fresh)) return [];
    if (member === 'fields' || member === 'blocks') return compareLists(own, listIn(old), listIn(fresh));
    if (member === 'of' && old !== undefined && fresh !== undefined)
      return compareDeclarations(own, old as Entry, fresh as Entry);
    const narrows = findNarrowing(member, old, fresh);
    return [{ member: own, before: old ?? null, after: fresh ?? null, ...(narrows === null ? {} : { narrows }) }];
  });
}

/** Why values that were accepted before may no longer be; null if all still are. */
function findNarrowing(member: string, before: unknown, after: unknown): string | null {
  const isAdded = after !== undefined && before === undefined;
  switch (member) {
    case 'type':
    case 'of':
      return 'another kind of value';
    case 'required':
    case 'unique':
      return after === true ? `values become ${member}` : null;
    case 'multiple':
      return before === true ? 'one value instead of several' : null;
    case 'min':
      return isAdded || isBelow(before, after) ? 'a stricter limit' : null;
    case 'max':
    case 'maxSize':
    case 'maxFiles':
      return isAdded || isBelow(after, before) ? 'a stricter limit' : null;
    case 'pattern':
    case 'currency':
      return after === undefined ? null : `another ${member}`;
    case 'options':
    case 'to':
    case 'accept': {
      const left = valuesOf(before).filter((value) => !valuesOf(after).includes(value));
      if (after === undefined || (!isAdded && left.length === 0)) return null;
      return isAdded ? `only some ${member}` : `without ${left.join(', ')}`;
    }
    default:
      return null;
  }
}

function isBelow(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  return typeof one === 'number' && typeof other === 'number' ? one < other : String(one) < String(other);
}

function valuesOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map((each) => String(each?.value ?? each)) : [];
}
