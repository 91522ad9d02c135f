import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { listFiles } from './files.ts'

/** Source files of the repository, without migrations. */
export const files = listFiles('*.ts', '*.tsx').filter((file) => !file.includes('/migrations/'))

/** What a file imports, as it is written; also types, and what it loads later. */
export function parseImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path!)
}

/** What a file needs when it is loaded, as it is written: neither types nor what it loads later. */
export const listLoaded = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^;'"]*? from )?'([^']+)'/gm)].map(
    ([, path]) => path!,
  )

/** Path of an imported file, from the root; undefined for packages and Node modules. */
export function resolveImport(file: string, path: string): string | undefined {
  if (path.startsWith('@adire/')) return path.slice('@adire/'.length)
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : undefined
}

/** Feature of the API that a file belongs to. */
export const featureOf = (file: string): string | undefined => file.match(/^api\/features\/([^/]+)\//)?.[1]
