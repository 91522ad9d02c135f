import type { createMandate, deleteMandate, editMandate } from '@adire/contract/direct-debit.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, MerchantContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { askBank } from '../bank-accounts/bank-accounts.ts'
import { findOrAddCustomer, isBlacklisted } from '../customers/customers.ts'
import { bankOf } from '../lookups/lookups.ts'
import { emitMandate } from './emit.ts'
import { change, lockMandate, type MandateRecord, requireStatus, tell } from './move.ts'
import { code, takenFor } from './plan.ts'
import { request } from './send.ts'
import { show } from './show.ts'
import { mandateEvents, mandates } from './tables.ts'

type Wanted = Omit<Parsed<typeof createMandate>, 'draft' | 'accountNumber'>
type Account = Pick<Parsed<typeof createMandate>, 'bankId' | 'accountNumber'>

/** Easily read out on the telephone: no letter that looks like another or like a digit. */
const spoken = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const mostDays = 30 * 366
const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const newReference = () => `MND-${code(10, spoken)}`
export const newAccessCode = () => code(32, alphanumeric)

type New = Parsed<typeof createMandate>

/** Asks the bank whose account it is, and keeps the mandate: as a draft, or sent to the customer at once. */
export const create = {
  async prepare(steps: Steps<MerchantContext>, { draft: _, accountNumber, ...wanted }: New): Promise<string> {
    await steps.write((context) => refuseUnfit(context, wanted))
    return holderOf(steps, { bankId: wanted.bankId, accountNumber })
  },
  async create(context: MerchantContext, { draft, accountNumber, ...wanted }: New, accountName: string) {
    const { tx, merchant, now } = context
    await refuseUnfit(context, wanted)
    const content = { merchantId: merchant.id, ...(await contentOf(context, wanted)), accountName }
    const mandate = await addMandate(context, content, accountNumber)
    await tell(tx, mandate, now, 'created', draft ? 'Written as a draft' : 'Written')
    await record(context, { action: 'mandate.created', object: mandate.reference, after: facts(mandate) })
    if (!draft) await request(context, mandate)
    await emitMandate(context, mandate, 'mandate.created')
    return show(context, mandate.id)
  },
}

type Content = Omit<
  typeof mandates.$inferInsert,
  'slug' | 'reference' | 'accessCode' | 'status' | 'sealedAccountNumber' | 'last4' | 'createdAt' | 'since'
>

/** Keeps a mandate as a draft. */
export async function addMandate({ tx, vault, now }: Context, content: Content, accountNumber: string) {
  const slug = `mnd_${code(16)}`
  const [mandate] = await tx
    .insert(mandates)
    .values({
      ...content,
      slug,
      reference: newReference(),
      accessCode: newAccessCode(),
      status: 'draft',
      ...sealed(vault, slug, accountNumber),
      createdAt: now,
      since: now,
    })
    .returning()
  return mandate!
}

/** Changes a draft. The account's number is given where the account is another, and asked about then. */
export async function edit(steps: Steps<MerchantContext>, input: Parsed<typeof editMandate>) {
  const { id, accountNumber, ...wanted } = input
  const before = await steps.write(async (context) => {
    const draft = await lockMandate(context.tx, { merchantId: context.merchant.id, id })
    requireStatus(draft, ['draft'], 'changed')
    await refuseUnfit(context, wanted)
    return draft
  })
  if (accountNumber === undefined && wanted.bankId !== before.bankId)
    throw problem.field('accountNumber', messages.accountNumberRequired)
  const accountName =
    accountNumber === undefined ? undefined : await holderOf(steps, { bankId: wanted.bankId, accountNumber })
  return steps.write(async (context) => {
    const { tx, merchant, now, vault } = context
    const draft = await lockMandate(tx, { merchantId: merchant.id, id })
    requireStatus(draft, ['draft'], 'changed')
    const changed = await change(
      tx,
      draft,
      {
        ...(await contentOf(context, wanted)),
        ...(accountNumber !== undefined && { ...sealed(vault, draft.slug, accountNumber), accountName: accountName! }),
      },
      now,
    )
    await tell(tx, draft, now, 'updated', 'The draft was changed')
    const changes = changesBetween(facts(draft), facts(changed))
    if (changes) await record(context, { action: 'mandate.updated', object: draft.reference, ...changes })
    return show(context, id)
  })
}

/** A draft that nobody saw leaves nothing behind. */
export async function remove(context: MerchantContext, { id }: Parsed<typeof deleteMandate>) {
  const { tx, merchant } = context
  const draft = await lockMandate(tx, { merchantId: merchant.id, id })
  requireStatus(draft, ['draft'], 'deleted')
  await tx.delete(mandateEvents).where(and(eq(mandateEvents.merchantId, merchant.id), eq(mandateEvents.mandateId, id)))
  await tx.delete(mandates).where(and(eq(mandates.merchantId, merchant.id), eq(mandates.id, id)))
  await record(context, { action: 'mandate.deleted', object: draft.reference })
}

async function refuseUnfit({ tx, merchant, now }: MerchantContext, wanted: Wanted): Promise<void> {
  if (wanted.startOn <= lagosDay(now)) throw problem.field('startOn', 'Use tomorrow or a later day')
  if (wanted.startOn > addDays(lagosDay(now), 366)) throw problem.field('startOn', 'Use a day within a year')
  if (wanted.endOn && wanted.endOn > addDays(lagosDay(now), mostDays))
    throw problem.field('endOn', 'Use a day within thirty years, or none')
  const takenKobo = takenFor(wanted.feeBearer, wanted.amountKobo)
  if (wanted.maxTotalKobo && wanted.maxTotalKobo < takenKobo)
    throw problem.field('maxTotalKobo', `Use at least ${formatNaira(takenKobo)}, what one debit takes with the fee`)
  if (await isBlacklisted(tx, merchant.id, wanted.customerEmail))
    throw problem.field('customerEmail', 'This customer is blacklisted', 'customer_blacklisted')
}

/** The name the bank knows an account by. A mandate is never made for one that nobody could ask about. */
async function holderOf(steps: Steps<MerchantContext>, account: Account): Promise<string> {
  return requireDebitable(steps, account, (await askBank(steps, account)).accountName)
}

/** Refuses an account that no mandate can be for; answers whose it is. */
export function requireDebitable(
  { mode, config, write }: Steps,
  { bankId, accountNumber }: Account,
  accountName: string | null,
): string {
  const refusal = connectorFor(mode, config, write).mandateRefusal({ bankCode: bankOf(bankId)!.code, accountNumber })
  if (refusal) throw problem.field('accountNumber', refusal, 'account_refused')
  if (!accountName)
    throw problem.field('accountNumber', 'The bank did not say whose account this is', 'account_unchecked')
  return accountName
}

const sealed = (vault: Context['vault'], slug: string, accountNumber: string) => ({
  sealedAccountNumber: vault.seal(accountNumber, slug),
  last4: accountNumber.slice(-4),
})

/** What a business decides about a mandate. */
async function contentOf(context: MerchantContext, wanted: Wanted) {
  const { customerEmail, customerName = null, bankId, kind, amountKobo, feeBearer, startOn, narration } = wanted
  return {
    customerId: await findOrAddCustomer(context, { email: customerEmail, name: customerName }),
    customerEmail,
    customerName,
    bankId,
    kind,
    amountKobo,
    limitKobo: takenFor(feeBearer, amountKobo),
    maxTotalKobo: wanted.maxTotalKobo ?? null,
    frequency: wanted.frequency ?? null,
    startOn,
    endOn: wanted.endOn ?? null,
    narration,
    feeBearer,
  }
}

/** What the log keeps of a mandate. */
const facts = (mandate: MandateRecord) => ({
  customer: mandate.customerEmail,
  account: `${bankOf(mandate.bankId)?.name} ******${mandate.last4}`,
  kind: mandate.kind,
  amountKobo: mandate.amountKobo,
  maxTotalKobo: mandate.maxTotalKobo,
  frequency: mandate.frequency,
  startOn: mandate.startOn,
  endOn: mandate.endOn,
  feeBearer: mandate.feeBearer,
})
