import type { SourceEdit } from '../simulate/mutant.ts'

/** A change of the product that breaks an item of the specification, so that a test with the item's id must fail. */
export interface SpecificationMutant {
  name: string
  /** Id of the item; `decision N` for a feature that the specification does not have, with the `tests` of it. */
  item: string
  edits: readonly SourceEdit[]
  /** Test files to run instead of the tests with the id. */
  tests?: readonly string[]
}

export const breakItem = (
  item: string,
  name: string,
  file: string,
  find: string,
  replace: string,
): SpecificationMutant => ({ item, name, edits: [{ file, find, replace }] })
