/** In place of the query library's endless lists, which it carries whether they are used or not: our lists have pages. */
const left = (): never => {
  throw new Error('Endless lists are left out of this build: see infinite-queries.ts')
}
export const infiniteQueryBehavior = left
export const hasNextPage = left
export const hasPreviousPage = left
