import type { ColumnRef, Node, SubLink } from 'libpg-query'

/** The names of a list, such as those of a column: `payment.merchant_id`. `*` is not a name. */
export const namesOf = (nodes: Node[] = []): string[] =>
  nodes.flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []))

/** The expression below casts and collations: `$1` of `$1::uuid`. */
export function withoutCast(node: Node): Node {
  if ('TypeCast' in node) return withoutCast(node.TypeCast.arg!)
  if ('CollateClause' in node) return withoutCast(node.CollateClause.arg!)
  return node
}

/** The columns in an expression, but not those of queries in it. */
export function* columnsIn(value: unknown): Generator<ColumnRef> {
  if (typeof value !== 'object' || value === null) return
  if ('ColumnRef' in value) yield value.ColumnRef as ColumnRef
  else if ('SubLink' in value) yield* columnsIn((value.SubLink as SubLink).testexpr)
  else for (const child of Object.values(value)) yield* columnsIn(child)
}
