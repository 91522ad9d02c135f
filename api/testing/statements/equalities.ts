/** What every column is equal to whose value the statement gives: a parameter, a constant, or a function of them. */
export const given = 'given'

/** A column of one source of a statement, or `given`. */
export type Term = string

/** Which columns of a statement are equal to each other, and which follow from others. */
export interface Equalities {
  join(one: Term, other: Term): void
  /** The statement gives a column if it gives all of some others. */
  follow(others: readonly Term[], term: Term): void
  /** Whether the statement gives the value of a column. */
  isGiven(term: Term): boolean
}

export function openEqualities(): Equalities {
  const parents = new Map<Term, Term>()
  let rules: { others: readonly Term[]; term: Term }[] = []
  const rootOf = (term: Term): Term => {
    let root = term
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    return root
  }
  const join = (one: Term, other: Term) => {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a !== b) parents.set(a, b)
  }
  const isJoined = (term: Term) => rootOf(term) === rootOf(given)
  /** Applies the rules until none adds a column. */
  const applyRules = () => {
    for (let before = -1; before !== rules.length; ) {
      before = rules.length
      rules = rules.filter(({ others, term }) => {
        const applies = others.every(isJoined)
        if (applies) join(term, given)
        return !applies
      })
    }
  }
  return {
    join,
    follow: (others, term) => rules.push({ others, term }),
    isGiven(term) {
      applyRules()
      return isJoined(term)
    },
  }
}
