// Where the solution of ALTCHA is sent, and what can be wrong with it.

/** The member of the answers with the solution. */
export const solutionName = '_altcha';

/** What is wrong with a solution. */
export type SolutionFault = 'missing' | 'invalid' | 'expired' | 'used';

/** Takes the solution out of the answers, unless the form asks for something of this name. */
export function takeSolution(
  form: { fields: readonly { name: string }[] },
  answers: Record<string, unknown>,
): { solution: unknown; values: Record<string, unknown> } {
  if (form.fields.some(({ name }) => name === solutionName)) return { solution: undefined, values: answers };
  const { [solutionName]: solution, ...values } = answers;
  return { solution, values };
}
