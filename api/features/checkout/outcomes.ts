import type { payByCard } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { SimulatedOutcome } from '@adire/contract/simulator-schemas.ts'
import { requireConnector } from '../../connectors/connector-for.ts'
import { sandboxBank } from '../../connectors/sandbox/bank.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findOpenDispute, openSandboxDispute } from '../disputes/open.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import type { PayerDevice } from '../payments/channels/definition.ts'
import { findPaymentRecord, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { chargeUnlimited } from './pay.ts'
import { simulateChannel } from './simulate-channel.ts'

type MerchantUnitOfWork = UnitOfWork<MerchantContext>
type ChannelOutcome = Parameters<typeof simulateChannel>[1]['outcome']

interface Simulation extends SimulatedOutcome {
  when(payment: PaymentRecord): boolean
  simulate(unitOfWork: MerchantUnitOfWork, payment: PaymentRecord): Promise<unknown>
}

const isPending = ({ status }: PaymentRecord) => status === 'pending'
const isChoosing = (payment: PaymentRecord) => isPending(payment) && payment.processorReference === null
const isChallenged = (payment: PaymentRecord) =>
  isPending(payment) && /^(send_|open_url)/.test(payment.step ?? '') && payment.processorReference !== null
/** Whether the payment waits for its payer, who does this on a simulated device. */
const waitsFor =
  (...actions: PayerDevice['action'][]) =>
  (payment: PaymentRecord) => {
    const device = payment.channel && serverChannels[payment.channel].device
    return isPending(payment) && payment.step === 'pay_offline' && device ? actions.includes(device.action) : false
  }

const card =
  (number: string, cvv: string) =>
  (unitOfWork: MerchantUnitOfWork, { accessCode }: PaymentRecord) => {
    const input: ParsedInput<typeof payByCard> = { accessCode, number, cvv, expiryMonth: 12, expiryYear: 2098 }
    return chargeUnlimited(unitOfWork, 'card', input)
  }

const channel =
  (outcome: ChannelOutcome) =>
  (unitOfWork: MerchantUnitOfWork, { accessCode }: PaymentRecord) =>
    simulateChannel(unitOfWork, { accessCode, outcome })

/** Simulates all challenges of the card or account, completed correctly or wrongly, then queries the outcome. */
const cardholder =
  (isRight: boolean) =>
  async (unitOfWork: MerchantUnitOfWork, { reference, amountKobo }: PaymentRecord) => {
    await sandboxBank(sandboxStore(unitOfWork.write)).completeChallenges(reference, isRight)
    const outcome = await requireConnector(unitOfWork, 'sandbox').payments.query({ reference, amountKobo })
    await unitOfWork.write((context) => applyOutcome(context, { processorReference: reference }, outcome))
  }

const abandonPayment = (unitOfWork: MerchantUnitOfWork, { merchantId, id }: PaymentRecord) =>
  unitOfWork.write((context) => applyOutcome(context, { merchantId, id }, { kind: 'abandoned' }))

/** @throws 409 outcome_impossible if that leaves the payment without an open dispute */
const openDispute = (unitOfWork: MerchantUnitOfWork, { merchantId, id }: PaymentRecord) =>
  unitOfWork.write(async (context) => {
    const key = { merchantId, id }
    const dispute = (await openSandboxDispute(context, key)) ?? (await findOpenDispute(context.tx, key))
    if (!dispute)
      throw problem.conflict(
        'outcome_impossible',
        'All of this payment is being refunded, so nothing is left to dispute unless a refund fails or is cancelled',
      )
    if (dispute.resolvedAt)
      throw problem.conflict(
        'outcome_impossible',
        'The sandbox disputes a payment only once, and the dispute of this one is decided',
      )
  })

const buildOutcome = (
  name: string,
  label: string,
  description: string,
  when: Simulation['when'],
  simulate: Simulation['simulate'],
): Simulation => ({
  name,
  label,
  description,
  when,
  simulate,
})

const byTransfer = waitsFor('transfer')
const byCode = waitsFor('confirm')
/** All simulations of what a payer or a payer's bank can do with a payment. */
const simulations: readonly Simulation[] = [
  buildOutcome(
    'card_approved',
    'A card pays',
    'The bank takes it without a question.',
    isChoosing,
    card('4084084084084081', '408'),
  ),
  buildOutcome(
    'card_asked',
    'A card asks its bank’s page',
    'The holder decides there.',
    isChoosing,
    card('5192602720584796', '123'),
  ),
  buildOutcome(
    'card_declined',
    'A card is declined',
    'The bank says no, without a reason.',
    isChoosing,
    card('4084080000005408', '001'),
  ),
  buildOutcome(
    'card_no_funds',
    'A card has no money',
    'Declined with 51.',
    isChoosing,
    card('4084080000670037', '787'),
  ),
  buildOutcome('abandoned', 'The payer leaves', 'The payment is abandoned.', isChoosing, abandonPayment),
  buildOutcome(
    'confirmed',
    'The holder confirms',
    'All that the bank asks is answered right.',
    isChallenged,
    cardholder(true),
  ),
  buildOutcome('refused', 'The holder does not confirm', 'The bank declines.', isChallenged, cardholder(false)),
  buildOutcome('exact', 'The transfer arrives', 'Exactly the amount: paid.', byTransfer, channel('exact')),
  buildOutcome(
    'short',
    'Too little arrives',
    'It is returned; the payment keeps waiting.',
    byTransfer,
    channel('short'),
  ),
  buildOutcome('over', 'Too much arrives', 'It is returned; the payment keeps waiting.', byTransfer, channel('over')),
  buildOutcome(
    'twice',
    'The transfer arrives twice',
    'Paid; the second transfer is returned.',
    byTransfer,
    channel('twice'),
  ),
  buildOutcome(
    'late',
    'The transfer arrives too late',
    'It is returned; the payment is abandoned.',
    byTransfer,
    channel('late'),
  ),
  buildOutcome('in_flight', 'Sent in time, arrives late', 'It counts: paid.', byTransfer, channel('in_flight')),
  buildOutcome('approve', 'The payer confirms on the phone', 'Paid.', byCode, channel('approve')),
  buildOutcome('decline', 'The payer declines on the phone', 'Not paid.', byCode, channel('decline')),
  buildOutcome(
    'time_out',
    'Not paid in time',
    'The payment is abandoned.',
    waitsFor('transfer', 'confirm'),
    channel('time_out'),
  ),
  buildOutcome(
    'disputed',
    'Customer disputes this payment',
    'A dispute is opened, and the amount is held.',
    ({ status }) => status === 'success' || status === 'partially_refunded',
    openDispute,
  ),
]

export const paymentOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<SimulatedOutcome[]> {
    const payment = await findPaymentRecord(tx, { merchantId: merchant.id, id })
    return simulations
      .filter(({ when }) => when(payment))
      .map(({ name, label, description }) => ({ name, label, description }))
  },
  async apply(unitOfWork: MerchantUnitOfWork, id: string, name: string): Promise<void> {
    const payment = await unitOfWork.write(({ tx, merchant }) => lockPayment(tx, { merchantId: merchant.id, id }))
    if (!payment) throw problem.notFound('payment')
    const simulation = simulations.find((one) => one.name === name && one.when(payment))
    if (!simulation) throw problem.conflict('outcome_impossible', 'This can’t be simulated now')
    await simulation.simulate(unitOfWork, payment)
  },
}
