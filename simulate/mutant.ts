/** A mutant: text to find in a file and its replacement. `theme` is the theme of its runs. */
export interface MutantSpec {
  name: string
  edits: readonly { file: string; find: string; replace: string }[]
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
