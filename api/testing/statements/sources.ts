import type { JoinExpr, Node, RangeVar } from 'libpg-query'
import { tableColumns } from '../schema.ts'
import { readCondition } from './conditions.ts'
import { given } from './equalities.ts'
import type { Command, Reader } from './reader.ts'
import { renameOutputs, type Scope, type Source, tableSource } from './scope.ts'
import { namesOf } from './syntax.ts'

/** Adds an item of a FROM clause to its scope. */
export function addSource(node: Node, scope: Scope, reader: Reader): void {
  if ('RangeVar' in node) addTable('select', node.RangeVar, scope, reader)
  else if ('JoinExpr' in node) addJoin(node.JoinExpr, scope, reader)
  else if ('RangeSubselect' in node) {
    const { alias, subquery } = node.RangeSubselect
    const outputs = renameOutputs(reader.readQuery(subquery!, scope), namesOf(alias?.colnames))
    scope.sources.push({ alias: alias?.aliasname ?? '', outputs })
  } else if ('RangeFunction' in node) {
    const { alias, functions } = node.RangeFunction
    reader.readBelow(functions, scope)
    scope.sources.push({ alias: alias?.aliasname ?? '', outputs: renameOutputs(undefined, namesOf(alias?.colnames)) })
  }
}

/** Adds a table, or a query of a WITH clause. Tables of PostgreSQL and of the queue have columns that are not known. */
export function addTable(
  command: Command,
  { relname, schemaname, alias }: RangeVar,
  scope: Scope,
  { uses, newTerm }: Reader,
): Source {
  const table = relname!
  const name = alias?.aliasname ?? table
  const isOurs = (!schemaname || schemaname === 'public') && tableColumns.has(table) && !scope.queries.has(table)
  const source = isOurs
    ? tableSource(table, name, newTerm())
    : { alias: name, outputs: renameOutputs(scope.queries.get(table), namesOf(alias?.colnames)) }
  scope.sources.push(source)
  if (isOurs) uses.push({ command, table, source })
  return source
}

function addJoin({ larg, rarg, quals, usingClause }: JoinExpr, scope: Scope, reader: Reader): void {
  const sides = [larg!, rarg!].map((node) => {
    const before = scope.sources.length
    addSource(node, scope, reader)
    return scope.sources.slice(before)
  })
  for (const column of namesOf(usingClause)) {
    const [left, right] = sides.map((side) => side.find(({ outputs }) => outputs?.has(column))?.outputs?.get(column))
    reader.equalities.join(left ?? given, right ?? given)
  }
  readCondition(quals, scope, reader)
  reader.readBelow(quals, scope)
}
