import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { invoiceTotals } from '@adire/contract/invoice-totals.ts'
import type { createInvoice, createSimpleInvoice, updateInvoice } from '@adire/contract/invoices.ts'
import { usualReminders } from '@adire/contract/invoices.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { randomText } from '../../random-text.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { findOrAddCustomer } from '../customers/customers.ts'
import { findDefaultFeeBearer } from '../prices/fee-bearer.ts'
import { chosenSplit } from '../splits/terms.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveInvoice } from './detail.ts'
import {
  addInvoiceRecord,
  appendInvoiceEvent,
  formatInvoiceNumber,
  lockInvoice,
  requireInvoiceStatus,
  updateInvoiceRecord,
} from './move.ts'
import { assignNumber } from './numbers.ts'

type Content = ParsedInput<typeof createInvoice>

export async function createInvoiceHandler(context: MerchantContext, input: Content) {
  const { tx, merchant, now } = context
  const content = await buildContent(context, input)
  const invoice = await addInvoiceRecord(tx, {
    merchantId: merchant.id,
    ...(await assignNumber(context, input.number)),
    reference: `inv_${randomText(16)}`,
    status: 'draft',
    feeBearer: await findDefaultFeeBearer(context),
    createdAt: now,
    metadata: input.metadata ?? {},
    ...content,
  })
  await appendInvoiceEvent(tx, invoice, now, 'created', 'Saved as a draft')
  await recordAuditEvent(context, { action: 'invoice.created', object: formatInvoiceNumber(invoice) })
  await emitWebhookEvent(context, merchant.id, 'invoice.created', (of) => retrieveInvoice(of, invoice.id))
  return retrieveInvoice(context, invoice.id)
}

export const createSimpleInvoiceHandler = (
  context: MerchantContext,
  { description, amountKobo, ...rest }: ParsedInput<typeof createSimpleInvoice>,
) => createInvoiceHandler(context, { ...rest, lines: [{ description, quantity: 1, unitPriceKobo: amountKobo }] })

export async function updateInvoiceHandler(
  context: MerchantContext,
  { id, ...input }: ParsedInput<typeof updateInvoice>,
) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireInvoiceStatus(invoice, ['draft'], 'changed')
  const changed = await updateInvoiceRecord(tx, invoice, {
    ...(await buildContent(context, input, invoice.splitId)),
    ...(await assignNumber(context, input.number, invoice)),
    ...(input.metadata && { metadata: input.metadata }),
  })
  await appendInvoiceEvent(tx, invoice, now, 'updated', 'The draft was changed')
  await recordAuditEvent(context, { action: 'invoice.updated', object: formatInvoiceNumber(changed) })
  return retrieveInvoice(context, id)
}

/** Column values of an invoice from the merchant's input, with the calculated totals. */
async function buildContent(context: MerchantContext, input: Content, before: string | null = null) {
  const { customerEmail, customerName = null, lines, discount = null, taxBasisPoints = 0, dueOn } = input
  const { linesKobo: _, ...sums } = invoiceTotals({ lines, discount, taxBasisPoints })
  requirePayable(sums.totalKobo)
  if (discount?.kind === 'amount' && discount.amountKobo > sums.subtotalKobo)
    throw problem.field('discount', 'The discount is more than the total of the items')
  return {
    customerId: await findOrAddCustomer(context, { email: customerEmail, name: customerName }),
    customerEmail,
    customerName,
    lines,
    discount,
    taxBasisPoints,
    ...sums,
    dueOn,
    splitId: await splitFor(context, input, before, sums.totalKobo),
    note: input.note || null,
    partPayment: input.partPayment ?? false,
    reminderDays: [...new Set(input.reminderDays ?? usualReminders)].sort((one, other) => one - other),
  }
}

/** The split of an invoice. With part payment the amounts are unknown, so fixed shares are reduced when a part is too small. */
const splitFor = (context: MerchantContext, input: Content, before: string | null, totalKobo: number) =>
  chosenSplit(context, context.merchant.id, {
    splitId: input.splitId === undefined ? before : input.splitId,
    before,
    amountKobo: input.partPayment ? null : totalKobo,
  })

/** Checks the total: an invoice can be paid in one payment, so it has the limits of a payment. */
function requirePayable(totalKobo: number): void {
  if (totalKobo < limits.chargeMinimumKobo)
    throw problem.field('lines', `The total must be at least ${formatNaira(limits.chargeMinimumKobo)}`)
  if (totalKobo > limits.chargeMaximumKobo)
    throw problem.field('lines', `The total must be at most ${formatNaira(limits.chargeMaximumKobo)}`)
}
