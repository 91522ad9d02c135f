import { tableColumns } from '../schema.ts'
import { given, type Term } from './equalities.ts'

/** The terms of what a query returns, by column; undefined if unknown, as those of a function: the statement gives them. */
export type Outputs = ReadonlyMap<string, Term> | undefined

/** A table, a query or a function in a FROM clause. */
export interface Source {
  /** Its name in the statement. */
  alias: string
  outputs: Outputs
}

/** The sources that a query can name: its own, then those of the queries around it. */
export interface Scope {
  outer: Scope | undefined
  sources: Source[]
  /** Queries of WITH clauses. */
  queries: Map<string, Outputs>
}

export const openScope = (outer?: Scope): Scope => ({ outer, sources: [], queries: new Map(outer?.queries) })

/** A table as a source; its columns are terms of their own. */
export const tableSource = (table: string, alias: string, id: Term): Source => ({
  alias,
  outputs: new Map([...(tableColumns.get(table) ?? [])].map((column) => [column, `${id}.${column}`])),
})

/** The term of a column as it is written: `payment.merchant_id` or `merchant_id`. Undefined if no source has it. */
export function resolveColumn(scope: Scope | undefined, path: readonly string[]): Term | undefined {
  const [column, alias] = path.toReversed()
  for (let at = scope; at; at = at.outer) {
    const named = at.sources.filter((source) => alias === undefined || source.alias === alias)
    const known = named.find(({ outputs }) => outputs?.has(column!))
    if (known) return known.outputs!.get(column!)
    if (named.some(({ outputs }) => outputs === undefined)) return given
    if (alias !== undefined && named.length > 0) return undefined
  }
  return undefined
}

/** All columns of the sources of a scope, or of one of them: `*` or `payment.*`. */
export function listColumns(scope: Scope, alias?: string): Outputs {
  const named = scope.sources.filter((source) => alias === undefined || source.alias === alias)
  if (named.some(({ outputs }) => outputs === undefined)) return undefined
  return new Map(named.flatMap(({ outputs }) => [...outputs!]))
}

/** Outputs under the names of an alias: `as line (id, merchant_id)`. */
export function renameOutputs(outputs: Outputs, names: readonly string[]): Outputs {
  if (names.length === 0) return outputs
  const terms = outputs ? [...outputs.values()] : []
  return new Map(names.map((name, index) => [name, terms[index] ?? given]))
}
