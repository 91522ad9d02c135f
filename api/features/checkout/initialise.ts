import { createHash } from 'node:crypto'
import { hostedChannels } from '@adire/contract/channels/channels.ts'
import { type initialiseCharge, isLocal } from '@adire/contract/charges.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { readActorName } from '../auth/actor-name.ts'
import { type ChargeRecord, findCharge, merchantsOfCharges } from '../charges/charges.ts'
import { toChargeResponses } from '../charges/serialize.ts'
import { charges } from '../charges/tables.ts'
import { findOrAddCustomer } from '../customers/customers.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { findDefaultFeeBearer } from '../prices/fee-bearer.ts'
import { chosenSplit } from '../splits/terms.ts'
import { toCheckoutOrder, toPayerInput } from './hosted-charge.ts'
import { findOrCreatePayment } from './start.ts'

type Input = ParsedInput<typeof initialiseCharge>

const usuallyMinutes = 24 * 60

/**
 * Creates a charge (one payer, one amount) with its first payment and customer, and returns the URL to pay at. A repeated reference
 * returns the existing charge if the request is the same and has the same kind of caller: a page, which anybody can write, must
 * not get the URL of a charge that a server created.
 * @throws 409 duplicate_reference; 422 for a local callback URL in live mode; 403 if the merchant may not take payments
 */
export async function initialiseChargeHandler(
  context: MerchantContext,
  input: Input,
  asker: 'server' | 'page' = 'server',
) {
  const { tx, config, now } = context
  const request = asker === 'page' ? { ...input, asker } : input
  const { charge } = await findOrAddCharge(context, input, request)
  return (await toChargeResponses(tx, config, [charge], now))[0]!
}

/**
 * The charge of a request, and its first payment if the charge is new. `request` is what a repeated request must repeat.
 * @throws as `initialiseChargeHandler`
 */
export async function findOrAddCharge(
  context: MerchantContext,
  input: Input,
  request: object,
): Promise<{ charge: ChargeRecord; started?: PaymentRecord }> {
  const { tx, merchant, mode, now } = context
  if (mode === 'LIVE' && input.callbackUrl && isLocal(input.callbackUrl))
    throw problem.field(
      'callbackUrl',
      'In live mode the payer cannot be sent to your own computer. Use an https:// URL',
    )
  const requestHash = hashRequest(request)
  const [charge] = await tx
    .insert(charges)
    .values({
      merchantId: merchant.id,
      reference: input.reference ?? `ch_${randomText(16)}`,
      requestHash,
      accessCode: `chg_${randomText(24, accessCodeAlphabet)}`,
      amountKobo: input.amountKobo,
      feeBearer: input.feeBearer ?? (await findDefaultFeeBearer(context)),
      email: input.email,
      name: input.name ?? null,
      phone: input.phone ?? null,
      description: input.description ?? null,
      callbackUrl: input.callbackUrl ?? null,
      splitId: await chosenSplit(context, merchant.id, {
        splitId: input.splitId ?? null,
        amountKobo: input.amountKobo,
      }),
      saveCard: input.saveCard ?? false,
      channels: hostedChannels.filter((channel) => input.channels?.includes(channel) ?? true),
      metadata: input.metadata ?? {},
      createdAt: now,
      expiresAt: new Date(now.getTime() + (input.expiresInMinutes ?? usuallyMinutes) * minuteMs),
    })
    .onConflictDoNothing({ target: [charges.merchantId, charges.reference] })
    .returning()
  if (charge) {
    merchantsOfCharges.remember(charge.accessCode, charge.merchantId)
    return { charge, started: await startCharge(context, charge) }
  }
  return { charge: (await findSameCharge(context, input.reference!, requestHash))! }
}

async function startCharge(context: MerchantContext, charge: ChargeRecord): Promise<PaymentRecord> {
  if (!(await findCharge(context.tx, charge.accessCode)))
    throw problem.forbidden('This business cannot take payments right now. Contact us for help')
  await findOrAddCustomer(context, { email: charge.email, name: charge.name })
  const actor = await readActorName(context)
  const startedText = `${formatNaira(charge.amountKobo)} requested from ${charge.email} as ${charge.reference}, by ${actor}`
  return findOrCreatePayment(context, { ...toCheckoutOrder(charge), startedText }, toPayerInput(charge))
}

/**
 * The charge that a request created before; undefined if there is none with this reference.
 * @throws 409 duplicate_reference if another request created it
 */
export async function findSameCharge(
  { tx, merchant }: MerchantContext,
  reference: string,
  requestHash: string,
): Promise<ChargeRecord | undefined> {
  const [known] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.merchantId, merchant.id), eq(charges.reference, reference)))
  if (known && known.requestHash !== requestHash)
    throw problem.conflict(
      'duplicate_reference',
      'This reference was used for another charge. Use a new reference',
      'reference',
    )
  return known
}

/** Hash of a request, to recognise a repeated one. */
export const hashRequest = (request: object) => createHash('sha256').update(canonical(request)).digest('hex')

/** JSON with sorted keys, so that the order of properties does not change the hash. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
