import type { Context } from '../../context.ts'
import { emit } from '../webhooks/webhooks.ts'
import type { SettlementKey } from './move.ts'
import { get } from './show.ts'

/** Tells the business's servers where its money is. */
export const emitSettlement = (
  context: Context,
  { merchantId, id }: SettlementKey,
  what: 'created' | 'paid' | 'failed',
) => emit(context, merchantId, `settlement.${what}`, (of) => get(of, { id }))
