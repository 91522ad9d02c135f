/** In place of the query library's endless lists: ours have pages. */
const stub = (): never => {
  throw new Error('Endless lists are left out of this build: see web/vite.config.ts')
}
export const infiniteQueryBehavior = stub
export const hasNextPage = stub
export const hasPreviousPage = stub
