import type { openCardPage } from '@adire/contract/checkout.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor, toProcessorReference } from '../../connectors/connector-for.ts'
import type { UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { remainingDetails } from '../payments/channels/channels.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { freshAttempt } from './pay.ts'
import { lostAfterMs } from './quota.ts'
import { lockPayablePayment, toCheckoutState } from './state.ts'

/** Path on which a payer comes back from the card page of the processor. */
export const returnPath = (accessCode: string) => `/pay/return/${accessCode}`

/** Paid, or its card page is open: its URL was given to the payer before. */
const needsNoPage = ({ status, channel, step, openUrl }: PaymentRecord) =>
  status === 'success' || (channel === 'card' && step === 'open_url' && openUrl !== null)

/**
 * Opens the processor's card page for a payment; `openUrl` of the response leads there. Repeated calls return the same page. Until its
 * URL has reached the payer nothing can be charged, so a lost response is an error that may be repeated.
 * @throws 503 unavailable if the processor of the mode has no card page, or gives none; those of `lockPayablePayment`
 */
export async function openCardPageHandler(
  unitOfWork: UnitOfWork,
  { accessCode }: ParsedInput<typeof openCardPage>,
): Promise<CheckoutState> {
  const { payment, connector } = await unitOfWork.write(async (context) => {
    const { tx, now } = context
    const payment = await lockPayablePayment(context, accessCode, 'card')
    const connector = connectorFor(unitOfWork, 'hostedCards', payment.processor)
    if (needsNoPage(payment)) return { payment, connector }
    const { processor } = connector
    const chosen = await updatePaymentRecord(tx, payment, {
      ...freshAttempt,
      step: 'select_channel',
      channel: 'card',
      channelDetails: remainingDetails(payment),
      processor,
      processorReference: toProcessorReference(processor, payment.reference),
      checkAt: new Date(now.getTime() + lostAfterMs),
    })
    return { payment: chosen, connector }
  })
  if (needsNoPage(payment)) return toCheckoutState(payment)
  const { merchantId, id, amountKobo, customerEmail: email } = payment
  const reference = payment.processorReference!
  const returnUrl = unitOfWork.config.publicUrl + returnPath(accessCode)
  const outcome = await callConnector(connector.hostedCards.open({ reference, amountKobo, email, returnUrl }))
  if (!outcome)
    throw problem.unavailable('The card page did not open. Nothing was charged. Try again, or pay another way.')
  return unitOfWork.write(async (context) => {
    await appendPaymentEvent(context.tx, payment, context.now, 'card_page', 'The card page of the processor was opened')
    return toCheckoutState(await applyOutcome(context, { merchantId, id }, outcome))
  })
}
