import { sandboxMandateBank } from '../../connectors/sandbox/mandates.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'

/** What can be simulated, as the dashboard offers it. */
export interface Outcome {
  name: string
  label: string
  description: string
}

export type MerchantUnitOfWork = UnitOfWork<MerchantContext>

export const toOutcome = ({ name, label, description }: Outcome): Outcome => ({ name, label, description })
export const impossibleOutcome = () => problem.conflict('outcome_impossible', 'This can’t be simulated now')
export const openMandateBank = (unitOfWork: MerchantUnitOfWork) => sandboxMandateBank(sandboxStore(unitOfWork.write))
