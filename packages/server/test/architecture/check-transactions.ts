// Inside a transaction there is one context, the transaction's own. An outer one that is captured would write beside
// it, or keep the database locked while it waits for the network.

import type { Variable } from '@typescript-eslint/scope-manager';
import type { Node } from 'oxc-parser';
import { constantOf, nameOfKey } from './possible-texts.ts';
import type { NodeOf, Source } from './read-sources.ts';
import { contexts } from './rules.ts';

type Fn = NodeOf<'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration'>;
const functionTypes = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'] as const;

export function checkTransactions(source: Source): string[] {
  const writers = source
    .nodesOf(...functionTypes)
    .filter((fn) => fn.params.some((one) => typeOf(one) === 'WriteContext'));
  return [...new Set([...checkCalls(source), ...writers.flatMap((fn) => captures(source, fn))])];
}

/** `inTransaction(ctx, async (ctx) => …)`: the inner name hides the outer one. */
function checkCalls(source: Source): string[] {
  return source.nodesOf('CallExpression').flatMap((call) => {
    if (call.callee.type !== 'Identifier' || call.callee.name !== 'inTransaction') return [];
    const [outer, run] = call.arguments;
    if (!outer || !run || isOfModule(source, run)) return [];
    const name = nameOfKey(outer.type === 'MemberExpression' ? outer.property : outer);
    const fn = functionOf(source, run);
    if (!fn || !name) return [source.fault(call, 'give inTransaction a context by name, and a function of this file')];
    const [inner] = fn.params;
    if (!inner || (inner.type === 'Identifier' && inner.name === name)) return captures(source, fn);
    return [source.fault(fn, `call the parameter ${name}, so that it hides the outer one`), ...captures(source, fn)];
  });
}

/** What is declared at the top of a file, or imported, captures no context. */
function isOfModule(source: Source, node: Node): boolean {
  return source.referenceOf(node)?.resolved?.scope.type === 'module';
}

function functionOf(source: Source, node: Node): Fn | null {
  const isFunction = (node: Node): node is Fn => (functionTypes as readonly string[]).includes(node.type);
  if (isFunction(node)) return node;
  const [declared] = source.referenceOf(node)?.resolved?.defs ?? [];
  const value = declared?.type === 'FunctionName' ? (declared.node as unknown as Node) : constantOf(source, node);
  return value && isFunction(value) ? value : null;
}

/** Uses of a context, or of a door of one, that a function takes from around it; also through functions it uses. */
function captures(source: Source, fn: Fn, seen = new Set<Fn>()): string[] {
  if (seen.has(fn)) return [];
  seen.add(fn);
  const taken = source.scopes.acquire(fn as never)?.through ?? [];
  return taken.flatMap((reference) => {
    const node = reference.identifier as unknown as Node;
    if (!reference.resolved || !reference.isValueReference) return [];
    if (leadsOut(source, reference.resolved) || readsContext(source, node)) {
      return [source.fault(node, `uses the outer ${reference.resolved.name} inside a transaction`)];
    }
    const other = isOfModule(source, node) ? null : functionOf(source, node);
    return other ? captures(source, other, seen) : [];
  });
}

/** `request.ctx` */
function readsContext(source: Source, node: Node): boolean {
  const parent = source.parentOf(node);
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return false;
  return contexts.names.includes(nameOfKey(parent.property) ?? '') || readsContext(source, parent);
}

/** Whether a variable holds a context, or a door of one. */
function leadsOut(source: Source, variable: Variable): boolean {
  const [definition] = variable.defs;
  if (!definition) return false;
  const name = definition.name as unknown as Node;
  const declared = definition.node as unknown as Node;
  if (contexts.names.includes(variable.name) || contexts.types.includes(typeOf(name))) return true;
  const property = source.parentOf(name);
  if (property?.type === 'Property') return isDestructured(source, property);
  return declared.type === 'VariableDeclarator' && declared.init !== null && isContext(source, declared.init);
}

/** `const { fetch } = ctx`, `({ fetch }: Context) => …`, `const { ctx: outer } = request` */
function isDestructured(source: Source, property: NodeOf<'Property'>): boolean {
  const key = nameOfKey(property.key) ?? '';
  const pattern = source.parentOf(property);
  const holder = pattern && source.parentOf(pattern);
  if (contexts.names.includes(key)) return true;
  if (!pattern || !contexts.doors.includes(key)) return false;
  if (contexts.types.includes(typeOf(pattern))) return true;
  return holder?.type === 'VariableDeclarator' && holder.init !== null && isContext(source, holder.init);
}

/** An expression that is a context, or a door of one. */
function isContext(source: Source, node: Node): boolean {
  if (node.type === 'MemberExpression') {
    const name = nameOfKey(node.property) ?? '';
    return contexts.names.includes(name) || (contexts.doors.includes(name) && isContext(source, node.object));
  }
  const variable = source.referenceOf(node)?.resolved;
  return variable ? leadsOut(source, variable) : false;
}

/** The name of the type that a parameter or a variable is declared with. */
function typeOf(node: Node): string {
  const type = 'typeAnnotation' in node ? node.typeAnnotation : null;
  if (type?.type !== 'TSTypeAnnotation' || type.typeAnnotation.type !== 'TSTypeReference') return '';
  const { typeName } = type.typeAnnotation;
  return typeName.type === 'Identifier' ? typeName.name : '';
}
