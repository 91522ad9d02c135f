import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyEdits, type SourceEdit } from '../simulate/mutant.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A temporary copy of the repository, with uncommitted changes, in which mutants are built and tested. */
export function openCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'adire-mutate-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\n').filter(Boolean)) cpSync(join(root, file), join(folder, file))
  linkPackages(folder)
  execFileSync('git', ['init', '-q'], { cwd: folder }) // some checks list files with git
  return {
    folder,
    /** Applies a mutant; the returned function restores the files. */
    change(edits: readonly SourceEdit[]) {
      const changed = [...new Set(edits.map(({ file }) => file))]
      for (const file of changed) {
        const source = readFileSync(join(root, file), 'utf8')
        writeFileSync(join(folder, file), applyEdits(source, edits, file))
      }
      return () => changed.forEach((file) => void cpSync(join(root, file), join(folder, file)))
    },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

export type Copy = ReturnType<typeof openCopy>

/** Links the installed packages, but the workspaces to the folders of the copy. */
function linkPackages(folder: string) {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, '@adire'), { recursive: true })
  for (const name of readdirSync(from))
    if (!['@adire', '.cache', '.vite-temp'].includes(name)) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@adire'))) symlinkSync(join(folder, name), join(to, '@adire', name))
}

/** The built files of the unchanged product, which are put back after a mutant was built. */
export function keepBuild(folder: string, name: 'web' | 'api') {
  const [built, kept] = [join(folder, name, 'dist'), join(folder, name, 'dist-unchanged')]
  rmSync(kept, { recursive: true, force: true })
  cpSync(built, kept, { recursive: true })
  return () => {
    rmSync(built, { recursive: true, force: true })
    mkdirSync(dirname(built), { recursive: true })
    cpSync(kept, built, { recursive: true })
  }
}
