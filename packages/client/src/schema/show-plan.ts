// A plan for people, and as JSON for programs.

import { type Plan, titleOf } from './plan.ts';

const signs = { create: '+', change: '~', remove: '-' };

/** A line for each step, with its changes below; `!` marks what would be lost. */
export function planLines({ steps }: Plan): string[] {
  return steps.flatMap((step) => [
    `${signs[step.action]} ${titleOf(step)}`,
    ...step.changes.map(({ member, before, after }) => {
      if (member.endsWith(' (order)')) return `    ~ ${member}: ${shown(after)}`;
      if (isField(member) && before === null) return `    + ${member}: ${after}`;
      if (isField(member) && after === null) return `    - ${member}: ${before}`;
      return `    ~ ${member}: ${shown(before)} → ${shown(after)}`;
    }),
    ...step.losses.map((loss) => `    ! ${loss}`),
  ]);
}

/** Whether a member is a whole field or block, and not one of its settings. */
function isField(member: string): boolean {
  return /(^|\.)(fields|blocks)\.[^.]+$/.test(member);
}

function shown(value: unknown): string {
  return value === null || value === undefined ? 'none' : JSON.stringify(value);
}

/** What `--json` prints. */
export function planForPrograms({ steps, unnamed }: Plan) {
  return {
    steps: steps.map(({ action, section, name, changes, losses }) => ({ action, section, name, changes, losses })),
    kept: unnamed,
  };
}
