/** In place of the query library's endless lists: ours have pages. */
const left = (): never => {
  throw new Error('Endless lists are left out of this build: see web/vite.config.ts')
}
export const infiniteQueryBehavior = left
export const hasNextPage = left
export const hasPreviousPage = left
