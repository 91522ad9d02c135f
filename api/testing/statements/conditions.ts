import type { A_Expr, Node, SubLink } from 'libpg-query'
import { given, type Term } from './equalities.ts'
import type { Reader } from './reader.ts'
import { type Outputs, resolveColumn, type Scope } from './scope.ts'
import { columnsIn, namesOf, withoutCast } from './syntax.ts'

/** The term of an expression: a column, or one that is given if all columns in it are. */
export function termOf(node: Node, scope: Scope, { equalities, newTerm }: Reader): Term {
  const bare = withoutCast(node)
  const columns = [...columnsIn(bare)].map(({ fields }) => resolveColumn(scope, namesOf(fields)) ?? newTerm())
  if ('ColumnRef' in bare) return columns[0]!
  const term = newTerm()
  equalities.follow(columns, term)
  return term
}

/** Joins the terms that a condition says are equal: those of its parts that must all be true. */
export function readCondition(node: Node | undefined, scope: Scope, reader: Reader): void {
  if (!node) return
  const { equalities, compared } = reader
  for (const { fields } of columnsIn(node)) compared.add(resolveColumn(scope, namesOf(fields)) ?? given)
  for (const [one, other] of pairsOf(node, scope, reader)) equalities.join(one, other)
  if (!('BoolExpr' in node)) return
  const { boolop, args = [] } = node.BoolExpr
  if (boolop === 'AND_EXPR') for (const part of args) readCondition(part, scope, reader)
  if (boolop === 'OR_EXPR') {
    const [first, ...others] = args.map((part) => listGiven(part, scope, reader))
    for (const term of first!) if (others.every((terms) => terms.has(term))) equalities.join(term, given)
  }
}

/** The columns that one alternative compares with what is given: `merchant_id = $1 or merchant_id is null` gives the merchant. */
function listGiven(node: Node, scope: Scope, reader: Reader): Set<Term> {
  const isAll = 'BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR'
  const parts = isAll ? (node.BoolExpr.args ?? []) : [node]
  const pairs = parts.flatMap((part) => pairsOf(part, scope, reader))
  return new Set(pairs.filter(([, other]) => reader.equalities.isGiven(other)).map(([one]) => one))
}

type Pair = [one: Term, other: Term]

function pairsOf(node: Node, scope: Scope, reader: Reader): Pair[] {
  const termOfPart = (part: Node) => termOf(part, scope, reader)
  // Null is a row of the platform.
  if ('NullTest' in node && node.NullTest.nulltesttype === 'IS_NULL') return [[termOfPart(node.NullTest.arg!), given]]
  if ('A_Expr' in node && isEquality(node.A_Expr)) return pairsOfEquality(node.A_Expr, termOfPart)
  if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK')
    return pairsOfMembership(node.SubLink, termOfPart, reader.readQuery(node.SubLink.subselect!, scope))
  return []
}

const isEquality = ({ kind, name }: A_Expr): boolean =>
  kind === 'AEXPR_NOT_DISTINCT' ||
  (['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(kind!) && namesOf(name).at(-1) === '=')

/** `a = b`, `(a, b) = (c, d)`, `a in (b, c)`, `a = any(b)`. */
function pairsOfEquality({ kind, lexpr, rexpr }: A_Expr, termOfPart: (part: Node) => Term): Pair[] {
  const left = partsOf(lexpr!)
  const right = kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY' ? left.map(() => rexpr!) : partsOf(rexpr!)
  const isTurned = left.length === 1 && !('ColumnRef' in withoutCast(left[0]!))
  return left.flatMap((part, index): Pair[] => {
    if (!right[index]) return []
    const pair: Pair = [termOfPart(part), termOfPart(right[index])]
    return [isTurned ? [pair[1], pair[0]] : pair]
  })
}

/** `a in (select b …)`, `(a, b) in (select c, d …)`. */
function pairsOfMembership({ testexpr }: SubLink, termOfPart: (part: Node) => Term, outputs: Outputs): Pair[] {
  const terms = outputs && [...outputs.values()]
  return partsOf(testexpr!).map((part, index) => [termOfPart(part), terms ? (terms[index] ?? given) : given])
}

/** The parts of a row, or the expression itself. */
const partsOf = (node: Node): Node[] => ('RowExpr' in node ? (node.RowExpr.args ?? []) : [node])
