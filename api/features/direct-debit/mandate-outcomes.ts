import type { MerchantContext } from '../../context.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { checkMandateNow } from './check-mandate.ts'
import { simulations } from './mandate-simulations.ts'
import { findMandate, lockMandate } from './move.ts'
import {
  impossibleOutcome,
  type MerchantUnitOfWork,
  type Outcome,
  openMandateBank,
  toOutcome,
} from './simulated-outcome.ts'

export const mandateOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const mandate = await findMandate(tx, { merchantId: merchant.id, id })
    return simulations.filter(({ when }) => when(mandate)).map(toOutcome)
  },
  async apply(unitOfWork: MerchantUnitOfWork, id: string, name: string): Promise<void> {
    requireTestMode(unitOfWork)
    const mandate = await unitOfWork.write(({ tx, merchant }) => lockMandate(tx, { merchantId: merchant.id, id }))
    const simulation = simulations.find((one) => one.name === name && one.when(mandate))
    if (!simulation) throw impossibleOutcome()
    await simulation.simulate(unitOfWork, mandate, openMandateBank(unitOfWork))
    await checkMandateNow(unitOfWork, mandate)
  },
}
