import type { openCardPage } from '@adire/contract/checkout.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type Answered, callFirst } from '../../connectors/call-first.ts'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import { toProcessorReference } from '../../connectors/connector-for.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import { problem } from '../../http/problem.ts'
import { recordUnanswered } from '../channel-health/record-outcome.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { remainingDetails } from '../payments/channels/channels.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { stopRiskyCharge } from '../risk/check-charge.ts'
import { findProcessorOrder } from '../routing/processor-order.ts'
import { requireOpenings } from './opening-limits.ts'
import { freshAttempt } from './pay.ts'
import { lostAfterMs } from './quota.ts'
import { lockPayablePayment, toCheckoutState } from './state.ts'

/** Path on which a payer comes back from the card page of the processor. */
export const returnPath = (accessCode: string) => `/pay/return/${accessCode}`

/** Over, or its card page is open: its URL was given to the payer before. */
const needsNoPage = ({ status, channel, step, openUrl }: PaymentRecord) =>
  status !== 'pending' || (channel === 'card' && step === 'open_url' && openUrl !== null)

/**
 * Opens the card page of a processor for a payment; `openUrl` of the response leads there. Repeated calls return the same page. Until its
 * URL has reached the payer nothing can be charged, so nothing is stored before, and a lost response is an error that may be repeated.
 * @throws 429 too_many_attempts; 503 unavailable if no processor of the mode has a card page, or none gives one; those of
 *   `lockPayablePayment`
 */
export async function openCardPageHandler(
  unitOfWork: UnitOfWork,
  input: ParsedInput<typeof openCardPage>,
): Promise<CheckoutState> {
  const { accessCode } = input
  const { payment, order } = await unitOfWork.write(async (context) => {
    const locked = await lockPayablePayment(context, accessCode, 'card')
    const payment = await stopRiskyCharge(context, { payment: locked, ip: context.origin.ip })
    if (!needsNoPage(payment)) await requireOpenings(context, payment, 'card')
    return { payment, order: await findProcessorOrder(context, { merchantId: payment.merchantId, channel: 'card' }) }
  })
  if (needsNoPage(payment)) return toCheckoutState(payment)
  const { amountKobo, customerEmail: email, processor: stored } = payment
  const returnUrl = unitOfWork.config.publicUrl + returnPath(accessCode)
  const required = { capability: 'hostedCards', stored, order } as const
  const calls = await runForBusiness(payment.merchantId, () =>
    callFirst(unitOfWork, required, ({ hostedCards }, processor) => {
      const reference = toProcessorReference(processor, payment.reference)
      return hostedCards.open({ reference, amountKobo, email, returnUrl })
    }),
  )
  const { answered } = calls
  if (calls.unanswered.length > 0)
    await unitOfWork.write((context) => recordUnanswered(context, payment, 'card', calls))
  if (!answered)
    throw problem.unavailable('The card page did not open. Nothing was charged. Try again, or pay another way.')
  const state = await unitOfWork.write((context) => storeCardPage(context, accessCode, answered))
  return state ?? openCardPageHandler(unitOfWork, input)
}

/**
 * Stores the page. Undefined, without a change, if another request has given the payer something of another processor meanwhile: from
 * then on only that one is called.
 */
async function storeCardPage(context: Context, accessCode: string, { processor, result }: Answered<ChargeOutcome>) {
  const { tx, now } = context
  const locked = await lockPayablePayment(context, accessCode, 'card')
  if (needsNoPage(locked)) return toCheckoutState(locked)
  if (locked.processor && locked.processor !== processor) return undefined
  const { merchantId, id } = await updatePaymentRecord(tx, locked, {
    ...freshAttempt,
    step: 'select_channel',
    channel: 'card',
    channelDetails: remainingDetails(locked),
    processor,
    processorReference: toProcessorReference(processor, locked.reference),
    checkAt: new Date(now.getTime() + lostAfterMs),
  })
  await appendPaymentEvent(tx, locked, now, 'card_page', 'The card page of the processor was opened')
  return toCheckoutState(await applyOutcome(context, { merchantId, id }, result))
}
