import type { Mutant } from './mutant.ts'
import { broughtBack, offByOne } from './mutants-of-classes.ts'
import { books, money, settlements } from './mutants-of-money.ts'
import { promises, refunds, repeats } from './mutants-of-promises.ts'

/** Faults of the kinds that were found, or are feared, each at one place. */
export const mutants: readonly Mutant[] = [
  money,
  books,
  repeats,
  refunds,
  settlements,
  promises,
  broughtBack,
  offByOne,
].flat()
