/** A fault to plant: what stands in a file, and what stands there instead. The theme is what its runs are about. */
export interface MutantSpec {
  name: string
  edits: readonly { file: string; find: string; replace: string }[]
  theme: string
  /** The first seed that is tried; one is named where the fault shows in few histories. */
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
