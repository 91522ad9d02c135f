import type { Node } from 'libpg-query'
import { openEqualities } from './equalities.ts'
import { isQuery, readNewQuery } from './queries.ts'
import type { Reader } from './reader.ts'
import { type Outputs, openScope } from './scope.ts'

/** The tables that a statement uses, and which of their columns are equal. */
export function readStatement(tree: Node): Pick<Reader, 'uses' | 'equalities' | 'compared'> {
  const known = new Map<Node, Outputs>()
  let terms = 0
  const reader: Reader = {
    uses: [],
    equalities: openEqualities(),
    compared: new Set(),
    newTerm: () => `${terms++}`,
    readQuery(query, scope) {
      if (!known.has(query)) known.set(query, readNewQuery(query, openScope(scope), reader))
      return known.get(query)
    },
    readBelow(value, scope) {
      if (typeof value !== 'object' || value === null) return
      if (isQuery(value)) reader.readQuery(value, scope)
      else for (const child of Object.values(value)) reader.readBelow(child, scope)
    },
  }
  reader.readBelow(tree, openScope())
  return reader
}
