import { savedCardConsent } from '@adire/contract/saved-cards.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { sandboxTokens } from '../../connectors/sandbox/tables.ts'
import type { Context } from '../../context.ts'
import { customers } from '../../features/customers/tables.ts'
import { merchants } from '../../features/merchants/tables.ts'
import { sealToken } from '../../features/saved-cards/saved-cards.ts'
import { savedCards } from '../../features/saved-cards/tables.ts'
import type { RandomSource } from './chance.ts'

const emails = ['adaeze.okafor@example.com', 'halima.sani@example.net', 'nkechi.eze@example.org']

/** Cards that demo customers let the business charge, without a payment of their own. */
export async function seedSavedCards(context: Context, random: RandomSource, merchantId: string): Promise<void> {
  const { tx, now } = context
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const holders = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), inArray(customers.email, emails)))
    .orderBy(customers.email)
  for (const { id: customerId } of holders) {
    const token = `AUTH_demo${random.code(16)}`
    await tx.insert(sandboxTokens).values({ token, card: 'plain', last4: '4081', goodUntil: new Date('2029-10-01') })
    await tx.insert(savedCards).values({
      merchantId,
      customerId,
      processor: 'sandbox',
      sealedToken: sealToken(context, merchantId, token),
      brand: 'visa',
      bin: '408408',
      last4: '4081',
      expiryMonth: 9,
      expiryYear: 2029,
      isReusable: true,
      consentText: savedCardConsent(business!.name),
      coversSubscriptions: true,
      createdAt: now,
    })
  }
}
