import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { createMandate, deleteMandate, editMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { canProcess, connectorFor } from '../../connectors/connector-for.ts'
import type { Context, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { randomText } from '../../random-text.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { resolveAccountName } from '../bank-accounts/check.ts'
import { findOrAddCustomer, isBlacklisted } from '../customers/customers.ts'
import { findBank } from '../lookups/lookups.ts'
import { findDefaultFeeBearer } from '../prices/fee-bearer.ts'
import { emitMandate } from './emit.ts'
import {
  addMandateRecord,
  appendMandateEvent,
  lockMandate,
  type MandateRecord,
  mandateTimeline,
  requireMandateStatus,
  updateMandateRecord,
} from './move.ts'
import { takenFor } from './plan.ts'
import { newAccessCode, newReference } from './references.ts'
import { requestMandate } from './send.ts'
import { retrieveMandate } from './serialize.ts'
import { mandates } from './tables.ts'

type NewMandateFields = Omit<ParsedInput<typeof createMandate>, 'draft' | 'accountNumber'>
type Account = Pick<ParsedInput<typeof createMandate>, 'bankId' | 'accountNumber'>

const mostDays = 30 * 366

type New = ParsedInput<typeof createMandate>

/**
 * Makes an account-name enquiry and creates the mandate, as a draft or sent to the customer at once.
 * @throws 422 for invalid fields, account_refused, account_unchecked, customer_blacklisted; 503 if direct debit is not open
 */
export const createMandateHandler = {
  async prepare(
    unitOfWork: UnitOfWork<MerchantContext>,
    { draft: _, accountNumber, ...newMandate }: New,
  ): Promise<string> {
    requireDirectDebitOpen(unitOfWork)
    await unitOfWork.write((context) => requireValidMandate(context, newMandate))
    return requireAccountName(unitOfWork, { bankId: newMandate.bankId, accountNumber })
  },
  async create(context: MerchantContext, { draft, accountNumber, ...newMandate }: New, accountName: string) {
    const { tx, merchant, now } = context
    await requireValidMandate(context, newMandate)
    const content = { merchantId: merchant.id, ...(await buildContent(context, newMandate)), accountName }
    const mandate = await addMandate(context, content, accountNumber)
    await appendMandateEvent(tx, mandate, now, 'created', draft ? 'Saved as a draft' : 'Created')
    await recordAuditEvent(context, {
      action: 'mandate.created',
      object: mandate.reference,
      after: toAuditValues(mandate),
    })
    if (!draft) await requestMandate(context, mandate)
    await emitMandate(context, mandate, 'mandate.created')
    return retrieveMandate(context, mandate.id)
  },
}

type Content = Omit<
  typeof mandates.$inferInsert,
  'slug' | 'reference' | 'accessCode' | 'status' | 'sealedAccountNumber' | 'last4' | 'createdAt' | 'since'
>

/** Stores a mandate as a draft. */
export async function addMandate({ tx, vault, now }: Context, content: Content, accountNumber: string) {
  const slug = `mnd_${randomText(16)}`
  const mandate = await addMandateRecord(tx, {
    ...content,
    slug,
    reference: newReference(),
    accessCode: newAccessCode(),
    status: 'draft',
    ...sealed(vault, slug, accountNumber),
    createdAt: now,
    since: now,
  })
  return mandate
}

/**
 * Edits a draft. The account number is only given, and then enquired at the bank, if the account changes.
 * @throws 404; 409 mandate_move_refused; 422 as for creation
 */
export async function editMandateHandler(
  unitOfWork: UnitOfWork<MerchantContext>,
  input: ParsedInput<typeof editMandate>,
) {
  const { id, accountNumber, ...newMandate } = input
  const before = await unitOfWork.write(async (context) => {
    const draft = await lockMandate(context.tx, { merchantId: context.merchant.id, id })
    requireMandateStatus(draft, ['draft'], 'changed')
    await requireValidMandate(context, newMandate)
    return draft
  })
  if (accountNumber === undefined && newMandate.bankId !== before.bankId)
    throw problem.field('accountNumber', messages.accountNumberRequired)
  const accountName =
    accountNumber === undefined
      ? undefined
      : await requireAccountName(unitOfWork, { bankId: newMandate.bankId, accountNumber })
  return unitOfWork.write(async (context) => {
    const { tx, merchant, now, vault } = context
    const draft = await lockMandate(tx, { merchantId: merchant.id, id })
    requireMandateStatus(draft, ['draft'], 'changed')
    const changed = await updateMandateRecord(
      tx,
      draft,
      {
        ...(await buildContent(context, newMandate)),
        ...(accountNumber !== undefined && { ...sealed(vault, draft.slug, accountNumber), accountName: accountName! }),
      },
      now,
    )
    await appendMandateEvent(tx, draft, now, 'updated', 'The draft was changed')
    const changes = changesBetween(toAuditValues(draft), toAuditValues(changed))
    if (changes) await recordAuditEvent(context, { action: 'mandate.updated', object: draft.reference, ...changes })
    return retrieveMandate(context, id)
  })
}

/**
 * Deletes a draft completely, as no customer has seen it.
 * @throws 404; 409 mandate_move_refused
 */
export async function deleteMandateHandler(context: MerchantContext, { id }: ParsedInput<typeof deleteMandate>) {
  const { tx, merchant } = context
  const draft = await lockMandate(tx, { merchantId: merchant.id, id })
  requireMandateStatus(draft, ['draft'], 'deleted')
  await mandateTimeline.delete(tx, { merchantId: merchant.id, ids: [id] })
  await tx.delete(mandates).where(and(eq(mandates.merchantId, merchant.id), eq(mandates.id, id)))
  await recordAuditEvent(context, { action: 'mandate.deleted', object: draft.reference })
}

/** @throws 503 unavailable if no processor of the mode debits mandates */
function requireDirectDebitOpen(unitOfWork: UnitOfWork): void {
  if (!canProcess(unitOfWork, 'mandates')) throw problem.unavailable('Direct debit is not open in Live Mode yet.')
}

/**
 * Checks the fields of a new mandate that need the day, the prices or the customer.
 * @throws 422 at the field, customer_blacklisted
 */
export async function requireValidMandate(context: MerchantContext, newMandate: NewMandateFields): Promise<void> {
  const { tx, merchant, now } = context
  if (newMandate.startOn <= lagosDay(now)) throw problem.field('startOn', 'Use tomorrow or a later day')
  if (newMandate.startOn > addDays(lagosDay(now), 366)) throw problem.field('startOn', 'Use a day within a year')
  if (newMandate.endOn && newMandate.endOn > addDays(lagosDay(now), mostDays))
    throw problem.field('endOn', 'Use a day within thirty years, or none')
  const takenKobo = await takenFor(context, await bearerOf(context, newMandate), newMandate.amountKobo)
  if (newMandate.maxTotalKobo && newMandate.maxTotalKobo < takenKobo)
    throw problem.field('maxTotalKobo', `Use at least ${formatNaira(takenKobo)}, the amount of one debit with the fee`)
  if (await isBlacklisted(tx, merchant.id, newMandate.customerEmail))
    throw problem.field('customerEmail', 'This customer is blacklisted', 'customer_blacklisted')
}

/** Account-name enquiry at the bank. No mandate is created if the enquiry fails. */
async function requireAccountName(unitOfWork: UnitOfWork<MerchantContext>, account: Account): Promise<string> {
  return requireDebitable(unitOfWork, account, (await resolveAccountName(unitOfWork, account)).accountName)
}

/**
 * Checks that an account can have a mandate, and returns the name on the account.
 * @throws 422 account_refused, account_unchecked
 */
export function requireDebitable(
  unitOfWork: UnitOfWork,
  { bankId, accountNumber }: Account,
  accountName: string | null,
): string {
  const accountError = connectorFor(unitOfWork, 'mandates').mandates.findError({
    bankCode: findBank(bankId)!.code,
    accountNumber,
  })
  if (accountError) throw problem.field('accountNumber', accountError, 'account_refused')
  if (!accountName)
    throw problem.field('accountNumber', 'The bank did not return the name of this account', 'account_unchecked')
  return accountName
}

const sealed = (vault: Context['vault'], slug: string, accountNumber: string) => ({
  sealedAccountNumber: vault.seal(accountNumber, slug),
  last4: accountNumber.slice(-4),
})

/** Column values of a mandate from the merchant's input. */
async function buildContent(context: MerchantContext, newMandate: NewMandateFields) {
  const { customerEmail, customerName = null, bankId, kind, amountKobo, startOn, narration } = newMandate
  const bearer = await bearerOf(context, newMandate)
  return {
    customerId: await findOrAddCustomer(context, { email: customerEmail, name: customerName }),
    customerEmail,
    customerName,
    bankId,
    kind,
    amountKobo,
    limitKobo: await takenFor(context, bearer, amountKobo),
    maxTotalKobo: newMandate.maxTotalKobo ?? null,
    frequency: newMandate.frequency ?? null,
    startOn,
    endOn: newMandate.endOn ?? null,
    narration,
    feeBearer: bearer.feeBearer,
  }
}

/** The business, and the bearer of the fee of a mandate. */
const bearerOf = async (context: MerchantContext, { feeBearer }: NewMandateFields) => ({
  merchantId: context.merchant.id,
  feeBearer: feeBearer ?? (await findDefaultFeeBearer(context, ['direct_debit'])),
})

/** Values of a mandate for the audit log. */
const toAuditValues = (mandate: MandateRecord) => ({
  customer: mandate.customerEmail,
  account: accountLabel(findBank(mandate.bankId)?.name ?? '', mandate.last4),
  kind: mandate.kind,
  amountKobo: mandate.amountKobo,
  maxTotalKobo: mandate.maxTotalKobo,
  frequency: mandate.frequency,
  startOn: mandate.startOn,
  endOn: mandate.endOn,
  feeBearer: mandate.feeBearer,
})
