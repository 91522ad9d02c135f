import type { verifyCharge } from '@adire/contract/charges.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { problem } from '../../http/problem.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { isTradingStopped } from '../merchants/trading.ts'
import { toChargeResponses } from './serialize.ts'
import { charges } from './tables.ts'

export type ChargeRecord = typeof charges.$inferSelect

export async function verifyChargeHandler(
  { tx, merchant, config, now }: MerchantContext,
  { reference }: ParsedInput<typeof verifyCharge>,
) {
  const [charge] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.merchantId, merchant.id), eq(charges.reference, reference)))
  if (!charge) throw problem.notFound('charge')
  return (await toChargeResponses(tx, config, [charge], now))[0]!
}

export const merchantsOfCharges = merchantsOfNames(charges, charges.accessCode)

/** A charge by access code, with its merchant. Undefined if the merchant is suspended or closed. */
export async function findCharge(tx: Tx, accessCode: string) {
  const found = await merchantsOfCharges.findByName(tx, accessCode, (merchantId) =>
    tx
      .select({ charge: charges, business: merchants, live: goLiveRequests.status })
      .from(charges)
      .innerJoin(merchants, eq(merchants.id, charges.merchantId))
      .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
      .where(and(eq(charges.merchantId, merchantId), eq(charges.accessCode, accessCode))),
  )
  return isTradingStopped(found?.live) ? undefined : found
}

export async function chargeById(tx: Tx, merchantId: string, id: string): Promise<ChargeRecord | undefined> {
  const [charge] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.merchantId, merchantId), eq(charges.id, id)))
  return charge
}
