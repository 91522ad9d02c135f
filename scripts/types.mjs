/**
 * The TypeScript projects: each has only the types of where its code runs. Code of the API has no `window`, code of the browser no
 * `process`, and the contract neither; the root project has the tests and tools.
 */
export const typeProjects = ['contract', 'api', 'web', 'web/worker', '.']
