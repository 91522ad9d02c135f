import { callMutants, constantMutants } from './constants.ts'
import type { SpecificationMutant } from './mutant.ts'
import { actionMutants, errorMutants, siteMutants } from './mutants-of-actions.ts'
import { formatMutants, ruleMutants } from './mutants-of-calls.ts'
import { decisionMutants } from './mutants-of-decisions.ts'
import { routeMutants } from './mutants-of-routes.ts'
import { frameMutants } from './mutants-of-screens.ts'
import { settingsMutants } from './mutants-of-settings.ts'
import { screenStateMutants } from './mutants-of-states.ts'
import { successMutants, toastMutants } from './mutants-of-toasts.ts'

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
  routeMutants,
  screenStateMutants,
  decisionMutants,
].flat()
