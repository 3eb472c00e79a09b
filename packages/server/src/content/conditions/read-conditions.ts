// The conditions of a query: `fields[price][gte]=10`, `author=ann`, `tag[in]=a,b`,
// `terms[brands]=nike`, and those of `where`. All must be met.

import type { ReadContext } from '../../context/context.ts';
import type { Fault } from '../../lib/errors.ts';
import type { StatusFilter } from '../model/visibility.ts';
import type { PostType } from '../types/post-types.ts';
import { acceptsList, type Condition, conditionMaker, type TypeNamed } from './condition.ts';
import { splitList } from './operand-texts.ts';
import { readCondition, subjectNames } from './read-condition.ts';
import { readWhere } from './read-where.ts';

export const maxConditions = 40;

const ofGroup = /^(fields|terms)\[([^[\]"\\]{1,200})\](?:\[([^[\]]*)\])?$/;
const ofItem = /^(\w+)(?:\[([^[\]]*)\])?$/;
/** These alone are parameters of their own. */
const shortTerms = ['tag', 'category'];

/** Pattern of the parameters that are conditions, valid or not. */
export const conditionPattern = `^((?:fields|terms)\\[|(${subjectNames.filter((name) => !shortTerms.includes(name)).join('|')})(\\[|$)|(${shortTerms.join('|')})\\[)`;
const isCondition = new RegExp(conditionPattern);

export type Conditions = { conditions: Condition[]; faults: Fault[] };

/** The conditions of a query (its parameters by name), and what is wrong with them. */
export function readConditions(
  ctx: ReadContext,
  type: PostType,
  query: Record<string, unknown>,
  { status, typeNamed }: { status: StatusFilter; typeNamed: TypeNamed },
): Conditions {
  const make = conditionMaker({ ctx, type, status, typeNamed });
  const conditions: Condition[] = [];
  const faults: Fault[] = [];
  for (const [name, given] of Object.entries(query)) {
    if (!isCondition.test(name)) continue;
    for (const text of [given].flat()) {
      const condition = readParameter(name, String(text));
      if (typeof condition === 'string') faults.push({ pointer: name, code: 'invalid', detail: condition });
      else conditions.push(condition);
    }
  }
  let count = conditions.length;
  if (typeof query.where === 'string') {
    const where = readWhere(make, type, query.where);
    conditions.push(...where.conditions);
    count += where.count;
    if (where.fault !== null) faults.push({ pointer: 'where', code: 'invalid', detail: where.fault });
  }
  if (count > maxConditions) {
    const pointer = query.where === undefined ? 'fields' : 'where';
    faults.push({
      pointer,
      code: 'too_many',
      detail: `at most ${maxConditions} conditions are allowed, and this has ${count}`,
    });
  }
  return { conditions, faults };

  function readParameter(name: string, text: string): Condition | string {
    const [, group, member, ofMember = 'eq'] = ofGroup.exec(name) ?? [];
    const [, own, ofOwn = 'eq'] = ofItem.exec(name) ?? [];
    const subject = group === undefined ? own : `${group}.${member}`;
    const operator = group === undefined ? ofOwn : ofMember;
    if (subject === undefined)
      return `must have the form ${name.split('[')[0]}[${/^(fields|terms)/.test(name) ? 'name][' : ''}operator]`;
    const texts = acceptsList(operator) ? splitList(text) : [text];
    return readCondition(make, type, { subject, operator, texts });
  }
}
