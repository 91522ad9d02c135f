/** Verbs of calls in the order in which a reader looks for them. A verb that is not here is an action, at its place among them. */
const opening = [
  ...['create', 'initialise', 'request', 'schedule', 'add', 'upload'],
  ...['list', 'search', 'get', 'verify', 'update', 'delete'],
]
const closing = ['cancel', 'archive', 'remove']

/** A call's name as verb and noun: `listCustomers` is `list` and `Customer`. */
function parseName(id: string): { verb: string; noun: string } {
  const [verb = '', noun = ''] = id.split(/(?=[A-Z])(.*)/)
  return { verb, noun: noun.replace(/ies$/, 'y').replace(/s$/, '') }
}

function rankVerb(verb: string): number {
  if (opening.includes(verb)) return opening.indexOf(verb)
  return opening.length + (closing.includes(verb) ? 1 + closing.indexOf(verb) : 0)
}

/** The noun that most of the calls from `create` to `delete` are about. */
function findMainNoun(ids: readonly string[]): string | undefined {
  const nouns = ids.map(parseName).filter(({ verb }) => opening.includes(verb))
  const count = (noun: string) => nouns.filter((one) => one.noun === noun).length
  return nouns.map(({ noun }) => noun).toSorted((a, b) => count(b) - count(a))[0]
}

/**
 * Calls of an area as a reader expects them: those of its main object first, then those of each other object, each from `create` to its
 * actions; files last.
 */
export function orderCalls<Call extends { id: string }>(calls: readonly Call[]): Call[] {
  const ids = calls.map(({ id }) => id)
  const main = findMainNoun(ids)
  const nouns = [...new Set(ids.map((id) => parseName(id).noun))]
  const rankNoun = (noun: string) => (main && noun.endsWith(main) ? -1 : nouns.indexOf(noun))
  const rank = ({ id }: Call) => {
    const { verb, noun } = parseName(id)
    return [Number(verb === 'download'), rankNoun(noun), rankVerb(verb)]
  }
  return calls.toSorted((a, b) => compareRanks(rank(a), rank(b)))
}

const compareRanks = (a: readonly number[], b: readonly number[]) =>
  a.map((value, index) => value - b[index]!).find((difference) => difference !== 0) ?? 0
