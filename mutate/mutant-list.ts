import { callMutants, constantMutants } from './constants.ts'
import type { SpecificationMutant } from './mutant.ts'
import { actionMutants, errorMutants, siteMutants } from './mutants-of-actions.ts'
import { formatMutants, ruleMutants } from './mutants-of-calls.ts'
import { frameMutants, settingsMutants, successMutants, toastMutants } from './mutants-of-screens.ts'

/** All mutants of `npm run mutate`. */
export const allMutants: readonly SpecificationMutant[] = [
  constantMutants,
  callMutants,
  formatMutants,
  ruleMutants,
  frameMutants,
  toastMutants,
  settingsMutants,
  successMutants,
  errorMutants,
  actionMutants,
  siteMutants,
].flat()
