import type { BvnLookup } from '../../connectors/lookups.ts'
import type { Processor } from '../../connectors/processors.ts'
import { withoutDetails } from '../../connectors/records.ts'
import type { Context } from '../../context.ts'
import { storeRecords } from './import-records.ts'

/** Stores and posts the fee of a BVN check, which is in no list of the processor, although the processor has taken it from what it holds. */
export async function recordBvnCheck(context: Context, processor: Processor, { feeKobo }: BvnLookup): Promise<void> {
  if (feeKobo === 0) return
  const { realNow: now } = context
  await storeRecords({ ...context, mode: 'LIVE', now }, processor, [
    {
      ...withoutDetails,
      kind: 'bvn_check',
      id: crypto.randomUUID(),
      amountKobo: 0,
      currency: 'NGN',
      feeKobo,
      status: 'success',
      at: now,
    },
  ])
}
