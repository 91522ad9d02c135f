import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The text of a key file in the data directory, created at first use and readable by this account only. If processes start
 * at the same time, one creates it and all get the same key: data sealed with a losing key could never be opened.
 */
export async function readKeyFile(dataDir: string, name: string, make: () => Promise<string>): Promise<string> {
  const file = join(dataDir, name)
  const known = await readFile(file, 'utf8').catch(absent)
  if (known !== undefined) return known
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${crypto.randomUUID()}`
  try {
    await writeFile(draft, await make(), { mode: 0o600, flush: true })
    // Unlike a rename, a link never replaces a file that another process created meanwhile.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      // Some file systems have no links.
      if (error.code !== 'EEXIST') return rename(draft, file)
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
