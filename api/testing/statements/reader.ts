import type { Node } from 'libpg-query'
import type { Equalities, Term } from './equalities.ts'
import type { Outputs, Scope, Source } from './scope.ts'

export type Command = 'select' | 'insert' | 'update' | 'delete'

/** A table in a statement. */
export interface TableUse {
  command: Command
  table: string
  source: Source
}

/** What is known of a statement while it is read. */
export interface Reader {
  uses: TableUse[]
  equalities: Equalities
  /** The columns in conditions. */
  compared: Set<Term>
  /** A new term, for a source or an expression. */
  newTerm(): Term
  /** Reads a query in a scope, once: a condition may have read it before. */
  readQuery(query: Node, scope: Scope): Outputs
  /** Reads all queries below a value of the syntax tree. */
  readBelow(value: unknown, scope: Scope): void
}
