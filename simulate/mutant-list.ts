import type { MutantSpec } from './mutant.ts'
import { broughtBack, offByOne } from './mutants-of-classes.ts'
import { guaranteeMutants, refundMutants, repeatMutants } from './mutants-of-guarantees.ts'
import { ledgerMutants, moneyMutants, settlementMutants } from './mutants-of-money.ts'
import { subscriptionMutants } from './mutants-of-subscriptions.ts'

/** Mutants: bugs of known or feared kinds, each in one location. */
export const allMutants: readonly MutantSpec[] = [
  moneyMutants,
  ledgerMutants,
  repeatMutants,
  refundMutants,
  settlementMutants,
  subscriptionMutants,
  guaranteeMutants,
  broughtBack,
  offByOne,
].flat()
