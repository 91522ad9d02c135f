import { readFileSync } from 'node:fs'

/** A change of the product's sources: text that occurs once in a file, and its replacement. */
export interface SourceEdit {
  file: string
  find: string
  replace: string
}

/** A mutant of the simulator. `theme` is the theme of its runs. */
export interface MutantSpec {
  name: string
  edits: readonly SourceEdit[]
  theme: string
  /** First seed to try; set if only few runs expose the mutant. */
  seed?: number
  steps?: number
}

export const stepsOf = ({ steps = 30 }: MutantSpec) => steps

export const plantMutant = (
  name: string,
  theme: string,
  file: string,
  find: string,
  replace: string,
  more: Partial<MutantSpec> = {},
): MutantSpec => ({ name, theme, edits: [{ file, find, replace }], ...more })

const root = new URL('../', import.meta.url)

/** Replaces the texts of the edits that belong to `file`. */
export const applyEdits = (source: string, edits: readonly SourceEdit[], file: string) =>
  edits.reduce((text, edit) => (edit.file === file ? text.replace(edit.find, () => edit.replace) : text), source)

/**
 * Checks that a mutant's text occurs once, because an outdated mutant would change nothing.
 * @throws {Error} if the text occurs never or more than once
 */
export function requireMatch({ name, edits }: { name: string; edits: readonly SourceEdit[] }): void {
  for (const { file, find } of edits) {
    const times = readFileSync(new URL(file, root), 'utf8').split(find).length - 1
    if (times !== 1) throw new Error(`The fault "${name}" fits ${times} times into ${file}: bring it up to date`)
  }
}
