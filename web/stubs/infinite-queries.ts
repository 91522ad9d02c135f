/** Stub for the query library's infinite queries: lists are paginated instead. */
const stub = (): never => {
  throw new Error('Endless lists are left out of this build: see web/vite.config.ts')
}
export const infiniteQueryBehavior = stub
export const hasNextPage = stub
export const hasPreviousPage = stub
