import { join } from 'node:path'
import { cacheDir } from './run.mjs'

/**
 * The TypeScript projects: each has only the types of where its code runs. Code of the API has no `window`, code of the browser no
 * `process`, and the contract neither; the root project has the tests and tools.
 */
export const typeProjects = ['contract', 'api', 'web', 'web/worker', '.']

/**
 * Arguments of `tsc`. By default four checkers share a project, and each computes the types of the others again: half of the CPU time.
 * What a run has found out of the files is kept, so the next checks only those that changed and what uses them.
 */
export const checkArguments = (project) => [
  ...['--noEmit', '--checkers', '1', '-p', project],
  ...['--incremental', '--tsBuildInfoFile', join(cacheDir, 'types', `${encodeURIComponent(project)}.json`)],
]
