import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { payments } from '../payments/tables.ts'
import type { MandateRecord } from './move.ts'

/** Debits that were sent to the bank, which a cancellation no longer stops. */
export interface DebitsAtBank {
  number: number
  kobo: number
}

/** Number and sum of such debits of a mandate, with the charges of its subscription. */
export async function sumDebitsAtBank(tx: Tx, { merchantId, id }: MandateRecord): Promise<DebitsAtBank> {
  const [atBank] = await tx
    .select({ number: count(), kobo: sql`coalesce(sum(${payments.amountKobo}), 0)`.mapWith(Number) })
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, merchantId),
        eq(payments.mandateId, id),
        inArray(payments.status, ['pending', 'processing']),
      ),
    )
  return atBank!
}
