import type { CommonTableExpr, InsertStmt, Node, SelectStmt, UpdateStmt, WithClause } from 'libpg-query'
import { readCondition, termOf } from './conditions.ts'
import { given } from './equalities.ts'
import type { Command, Reader } from './reader.ts'
import { listColumns, type Outputs, openScope, renameOutputs, type Scope } from './scope.ts'
import { addSource, addTable } from './sources.ts'
import { namesOf } from './syntax.ts'

export const isQuery = (value: object): value is Node =>
  'SelectStmt' in value || 'InsertStmt' in value || 'UpdateStmt' in value || 'DeleteStmt' in value

/** Reads the sources and conditions of a query, and of those in it. */
export function readNewQuery(node: Node, scope: Scope, reader: Reader): Outputs {
  if ('SelectStmt' in node) return readSelect(node.SelectStmt, scope, reader)
  if ('InsertStmt' in node) return readInsert(node.InsertStmt, scope, reader)
  if ('UpdateStmt' in node) return readChange('update', node.UpdateStmt, scope, reader)
  if ('DeleteStmt' in node) {
    const { usingClause, ...change } = node.DeleteStmt
    return readChange('delete', { ...change, fromClause: usingClause ?? [] }, scope, reader)
  }
  return undefined
}

function readSelect({ withClause, fromClause, ...select }: SelectStmt, scope: Scope, reader: Reader): Outputs {
  readWith(withClause, scope, reader)
  if (select.larg && select.rarg) {
    // What a union returns is given: each of its parts names its merchant, or is found itself.
    const outputs = readSelect(select.larg, openScope(scope), reader)
    readSelect(select.rarg, openScope(scope), reader)
    return outputs && new Map([...outputs.keys()].map((column) => [column, given]))
  }
  for (const node of fromClause ?? []) addSource(node, scope, reader)
  readCondition(select.whereClause, scope, reader)
  reader.readBelow(select, scope)
  return select.valuesLists ? undefined : outputsOf(select.targetList, scope, reader)
}

/** Every column that an INSERT names is given. */
function readInsert(
  { withClause, relation, cols, selectStmt, ...rest }: InsertStmt,
  outer: Scope,
  reader: Reader,
): Outputs {
  readWith(withClause, outer, reader)
  reader.readBelow(selectStmt, outer)
  const scope = openScope(outer)
  const { outputs } = addTable('insert', relation!, scope, reader)
  for (const node of cols ?? []) {
    const term = 'ResTarget' in node ? outputs?.get(node.ResTarget.name!) : undefined
    if (term) reader.equalities.join(term, given)
  }
  reader.readBelow(rest, scope)
  return outputsOf(rest.returningClause?.exprs, scope, reader)
}

function readChange(
  command: Command,
  { withClause, relation, fromClause, ...change }: UpdateStmt,
  scope: Scope,
  reader: Reader,
): Outputs {
  readWith(withClause, scope, reader)
  addTable(command, relation!, scope, reader)
  for (const node of fromClause ?? []) addSource(node, scope, reader)
  readCondition(change.whereClause, scope, reader)
  reader.readBelow(change, scope)
  return outputsOf(change.returningClause?.exprs, scope, reader)
}

function readWith(clause: WithClause | undefined, scope: Scope, reader: Reader): void {
  for (const node of clause?.ctes ?? []) {
    const { ctename, ctequery, aliascolnames } = (node as { CommonTableExpr: CommonTableExpr }).CommonTableExpr
    if (clause!.recursive) scope.queries.set(ctename!, undefined)
    scope.queries.set(ctename!, renameOutputs(reader.readQuery(ctequery!, scope), namesOf(aliascolnames)))
  }
}

function outputsOf(targets: Node[] | undefined, scope: Scope, reader: Reader): Outputs {
  const outputs = new Map<string, string>()
  for (const node of targets ?? []) {
    const { name, val } = (node as { ResTarget: { name?: string; val?: Node } }).ResTarget
    const path = val && 'ColumnRef' in val ? val.ColumnRef.fields! : []
    if (path.some((part) => 'A_Star' in part)) {
      const columns = listColumns(scope, namesOf(path)[0])
      if (!columns) return undefined
      for (const [column, term] of columns) outputs.set(column, term)
    } else outputs.set(name ?? namesOf(path).at(-1) ?? `?${outputs.size}`, termOf(val!, scope, reader))
  }
  return outputs
}
