import type { MandateKey } from './move.ts'

export const mandateKey = ({ merchantId, id }: MandateKey) => ({ merchantId, id })
export const merchantKey = ({ merchantId }: MandateKey) => ({ merchantId })
