import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { eq } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import { type Answered, type Calls, callFirst } from '../../connectors/call-first.ts'
import { connectorFor, toProcessorReference } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import { Problem, problem } from '../../http/problem.ts'
import { recordUnanswered } from '../channel-health/record-outcome.ts'
import { merchants } from '../merchants/tables.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { remainingDetails, serverChannels } from '../payments/channels/channels.ts'
import type { ChannelChoice, ChargeFlow, InstructionFlow } from '../payments/channels/definition.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { stopRiskyCharge } from '../risk/check-charge.ts'
import { findProcessorOrder } from '../routing/processor-order.ts'
import { requireAccountAttempts } from './account-limits.ts'
import { findCardLimitError } from './card-limits.ts'
import { countCardOutcome } from './count-card-outcome.ts'
import { requireOfferedBank } from './offered-banks.ts'
import { requireOpenings } from './opening-limits.ts'
import { lostAfterMs } from './quota.ts'
import { findPayment, lockPayablePayment, toCheckoutState } from './state.ts'

/** Input of the endpoint of a channel. */
export type PayInput = { accessCode: string }

/**
 * Handler of the endpoint of a channel: gives the payer an instruction, or charges what the payer typed. The channel defines the
 * steps (`payments/channels`).
 * @throws 422 for wrong input, also a bank that no processor works with; 429 too_many_attempts; 503 unavailable if the processor gives no instruction; those of
 *   `lockPayablePayment`
 */
export const payBy =
  (channel: HostedChannel) =>
  async (unitOfWork: UnitOfWork, input: PayInput, found?: PaymentRecord): Promise<CheckoutState> => {
    const { flow, validate } = serverChannels[channel].payer
    validate?.(input, unitOfWork.mode)
    if (flow.kind === 'instruction') return openInstruction(unitOfWork, channel, flow, input)
    const account = flow.limitedAccount?.(input)
    if (account !== undefined) await requireAccountAttempts(unitOfWork, account)
    const number = flow.limitedNumber?.(input)
    return number === undefined
      ? chargePayment(unitOfWork, channel, flow, input)
      : chargeLimited(unitOfWork, channel, flow, input, { number, found })
  }

/** Charges a channel without attempt limits, for simulated outcomes. */
export async function chargeUnlimited(unitOfWork: UnitOfWork, channel: HostedChannel, input: PayInput) {
  const { flow } = serverChannels[channel].payer
  if (flow.kind !== 'charge') throw new Error(`Nothing can be charged by ${channel}`)
  return chargePayment(unitOfWork, channel, flow, input)
}

/** Fields of the last attempt, cleared when the payer chooses a channel. */
export const freshAttempt = {
  cardLast4: null,
  failureCode: null,
  failureMessage: null,
  attemptsLeft: null,
  openUrl: null,
}

const firstCheckMs = 30_000

/**
 * Requests an account number or a code from the processor and stores it; the payment then waits for the payer. Repeated calls
 * return the same instruction while it is valid.
 */
async function openInstruction<Input>(
  unitOfWork: UnitOfWork,
  channel: HostedChannel,
  flow: InstructionFlow<Input>,
  input: Input & PayInput,
): Promise<CheckoutState> {
  const { accessCode } = input
  const bankCode = flow.bankCode?.(input)
  const { payment, merchantName, instruction, order, now } = await unitOfWork.write(async (context) => {
    const locked = await lockPayablePayment(context, accessCode, channel)
    const payment = await stopRiskyCharge(context, { payment: locked, ip: context.origin.ip })
    const { merchantId } = payment
    const [business] = await context.tx.select().from(merchants).where(eq(merchants.id, merchantId))
    const instruction = flow.findValid?.(payment, context.now, input)
    const isGiven = payment.processor !== null && instruction !== undefined
    if (payment.status === 'pending' && !isGiven) await requireOpenings(context, payment, channel)
    const order = await findProcessorOrder(context, { merchantId, channel, bankCode })
    return { payment, merchantName: business!.businessName, instruction, order, now: context.now }
  })
  if (payment.status !== 'pending') return toCheckoutState(payment)
  const { processor: stored } = payment
  const required = { capability: flow.capability, stored, bankCode, order }
  requireOfferedBank(unitOfWork, required)
  const calls: Calls<unknown> =
    stored && instruction
      ? { answered: { processor: stored, result: instruction }, unanswered: [] }
      : await runForBusiness(payment.merchantId, () =>
          callFirst(unitOfWork, required, (connector, processor) =>
            flow.request(connector, toSent(payment, processor), { input, merchantName, now }),
          ),
        )
  if (calls.unanswered.length > 0)
    await unitOfWork.write((context) => recordUnanswered(context, payment, channel, calls))
  const { answered } = calls
  if (!answered) throw problem.unavailable(flow.unavailable)
  const state = await unitOfWork.write((context) => storeInstruction(context, channel, flow, input, answered))
  return state ?? openInstruction(unitOfWork, channel, flow, input)
}

const toSent = (payment: PaymentRecord, processor: Processor) => ({
  ...payment,
  reference: toProcessorReference(processor, payment.reference),
})

/**
 * Stores the instruction. Undefined, without a change, if another request has stored one of another processor meanwhile: from then on
 * only that processor is called.
 */
async function storeInstruction<Input>(
  context: Context,
  channel: HostedChannel,
  flow: InstructionFlow<Input>,
  input: Input & PayInput,
  { processor, result }: Answered<unknown>,
) {
  const { tx, now } = context
  const locked = await lockPayablePayment(context, input.accessCode, channel)
  if (locked.status === 'success') return toCheckoutState(locked)
  if (locked.processor && locked.processor !== processor) return undefined
  const { details, fields, event, expiresAt, isRepeated } = flow.accept(locked, result as never, input)
  if (!isRepeated) await appendPaymentEvent(tx, locked, now, event.kind, event.text)
  const changed = await updatePaymentRecord(tx, locked, {
    ...freshAttempt,
    ...fields,
    channelDetails: { ...remainingDetails(locked), ...details },
    channel,
    step: 'pay_offline',
    processor,
    processorReference: toProcessorReference(processor, locked.reference),
    expiresAt,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
  return toCheckoutState(changed)
}

/** Limits on the attempts of one payer. What they store is committed, also if the processor is not called. */
interface ChargeLimits {
  /** Why the processor must not be called. */
  findError(context: Context): Promise<Problem | undefined>
  /** Counts an attempt that was rejected before the processor was called. */
  countRejected(context: Context): Promise<void>
  /** Receives the payment after the processor's response. */
  count(context: Context, payment: PaymentRecord): Promise<void>
}

/** Stores the attempt, calls the processor, stores the outcome. */
async function chargePayment<Input>(
  unitOfWork: UnitOfWork,
  channel: HostedChannel,
  flow: ChargeFlow<Input>,
  input: Input & PayInput,
  limits?: ChargeLimits,
) {
  const attempt = await unitOfWork.write(async (context) => {
    const store = () => storeAttempt(unitOfWork, context, channel, flow, input)
    return limits ? ((await limits.findError(context)) ?? countRejection(context, limits, store)) : store()
  })
  if (attempt instanceof Problem) throw attempt
  const { payment, connector } = attempt
  if (payment.status !== 'pending') return toCheckoutState(payment)
  const { merchantId, id } = payment
  const sent = { ...payment, reference: payment.processorReference! }
  const outcome = await runForBusiness(merchantId, () => callConnector(flow.charge(connector, sent, input)))
  const updated = await unitOfWork.write(async (context) => {
    const record = await applyOutcome(context, { merchantId, id }, outcome ?? { kind: 'pending' })
    await limits?.count(context, record)
    return record
  })
  return toCheckoutState(updated)
}

/** What `store` resolves with, or the error with which the processor rejects the card unasked. */
async function countRejection<T>(
  context: Context,
  limits: ChargeLimits,
  store: () => Promise<T>,
): Promise<T | Problem> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'card_refused') throw error
    await limits.countRejected(context)
    return error
  }
}

/** The payment with the payer's choice, and the connector to charge it with. Nothing is to be charged unless it is pending. */
async function storeAttempt<Input>(
  unitOfWork: UnitOfWork,
  context: Context,
  channel: HostedChannel,
  flow: ChargeFlow<Input>,
  input: Input & PayInput,
) {
  const locked = await lockPayablePayment(context, input.accessCode, channel)
  const cardNumber = flow.limitedNumber?.(input)
  const payment = await stopRiskyCharge(context, { payment: locked, ip: context.origin.ip, cardNumber })
  const { merchantId, processor } = payment
  const bankCode = flow.bankCode?.(input)
  requireOfferedBank(unitOfWork, { capability: flow.capability, stored: processor, bankCode })
  const order = await findProcessorOrder(context, { merchantId, channel, bankCode })
  const connector = connectorFor(unitOfWork, flow.capability, processor, { bankCode, order })
  if (payment.status !== 'pending') return { payment, connector }
  flow.check(connector, input)
  return {
    payment: await storeChoice(context, { payment, processor: connector.processor, channel, ...flow.intend(input) }),
    connector,
  }
}

interface Choice extends ChannelChoice {
  payment: PaymentRecord
  processor: Processor
  channel: HostedChannel
}

async function storeChoice({ tx, now }: Context, { payment, processor, channel, details, fields, event }: Choice) {
  await appendPaymentEvent(tx, payment, now, event.kind, event.text)
  return updatePaymentRecord(tx, payment, {
    ...freshAttempt,
    ...fields,
    channelDetails: { ...remainingDetails(payment), ...details },
    channel,
    processor,
    processorReference: toProcessorReference(processor, payment.reference),
    checkAt: new Date(now.getTime() + lostAfterMs),
  })
}

/** `charge` with the limits on declined attempts of a card number. `found`: the payment, if it was read for the clock. */
async function chargeLimited<Input>(
  unitOfWork: UnitOfWork,
  channel: HostedChannel,
  flow: ChargeFlow<Input>,
  input: Input & PayInput,
  { number, found }: { number: string; found: PaymentRecord | undefined },
) {
  const find = async ({ tx, mode }: Context) => {
    const payment = found ?? (await findPayment(tx, mode, input.accessCode))
    if (!payment) throw problem.notFound('payment')
    return payment
  }
  return chargePayment(unitOfWork, channel, flow, input, {
    findError: async (context) => findCardLimitError(context, await find(context), number),
    // Card testing produces mostly numbers that are rejected at once, so these count as declines too.
    countRejected: async (context) => countCardOutcome(context, await find(context), number, false),
    count: async (context, payment) => {
      if (payment.status === 'success' || payment.status === 'failed')
        await countCardOutcome(context, payment, number, payment.status === 'success')
    },
  })
}
