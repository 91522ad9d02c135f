// Test files of all folders but the browser tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

export const listTestFiles = () => ['contract', 'client', 'api', 'web', 'checks', 'simulate', 'testing'].flatMap(listOf)

const listOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort()
