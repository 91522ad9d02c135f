import type { simulateOutcome } from '@adire/contract/checkout.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { Outcome } from '@adire/contract/simulated-payment-schemas.ts'
import { sandboxBank } from '../../connectors/sandbox/bank.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { findPayment, toCheckoutState } from './state.ts'
import { receiveWebhook } from './transfer.ts'

/** Difference of a simulated transfer with a wrong amount. */
const differenceKobo = 50_00

type Bank = ReturnType<typeof sandboxBank>
interface Scene {
  bank: Bank
  payment: PaymentRecord
  /** Handles a sandbox webhook like one of a real processor, and returns the result as text. */
  receiveMessage(message: string | undefined): Promise<string>
}

/** Implementation of each simulated outcome. It only produces the webhooks that a processor would send. */
const outcomes: Record<Outcome, (scene: Scene) => Promise<string>> = {
  exact: (scene) => simulateTransfer(scene, 0),
  short: (scene) => simulateTransfer(scene, -differenceKobo),
  over: (scene) => simulateTransfer(scene, differenceKobo),
  twice: async (scene) => `${await simulateTransfer(scene, 0)} ${await simulateTransfer(scene, 0)}`,
  late: async (scene) => {
    await expireCode(scene)
    return simulateTransfer(scene, 0)
  },
  in_flight: async (scene) => {
    await expireCode(scene)
    return simulateTransfer(scene, 0, minuteMs)
  },
  approve: (scene) => confirmCode(scene, true),
  decline: (scene) => confirmCode(scene, false),
  time_out: async (scene) => {
    await expireCode(scene)
    return 'Not paid in time.'
  },
}

/**
 * Simulates an action of the payer or the payer's bank on the chosen channel.
 * @throws 403 in live mode; 404 for an unknown payment
 */
export async function simulateChannel(
  unitOfWork: UnitOfWork,
  { accessCode, outcome }: ParsedInput<typeof simulateOutcome>,
) {
  requireTestMode(unitOfWork)
  const find = async () => {
    const payment = await unitOfWork.write(({ tx }) => findPayment(tx, 'TEST', accessCode))
    if (!payment) throw problem.notFound('payment')
    return payment
  }
  const payment = await find()
  const receiveMessage = async (message: string | undefined) => {
    const webhook = message === undefined ? undefined : await receiveWebhook(unitOfWork, message)
    if (webhook?.kind === 'returned') return `Sent back to the payer: ${reasons[webhook.reason]}.`
    if (webhook?.kind === 'outcome') return webhook.outcome.kind === 'success' ? 'The money arrived.' : 'Declined.'
    return 'Nothing came of it.'
  }
  const note = await outcomes[outcome]({ bank: sandboxBank(sandboxStore(unitOfWork.write)), payment, receiveMessage })
  const state: CheckoutState = toCheckoutState(await find())
  return { note, state }
}

function simulateTransfer({ bank, payment, receiveMessage }: Scene, differenceKobo: number, sentMsAgo = 0) {
  const { channelDetails, amountKobo } = payment
  const accountNumber = channelDetails.bank_transfer?.accountNumber
  if (!accountNumber) throw problem.conflict('nothing_to_play', 'There is no account number to send money to yet')
  const sentKobo = Math.max(amountKobo + differenceKobo, limits.chargeMinimumKobo)
  return bank.transfer(accountNumber, sentKobo, sentMsAgo).then(receiveMessage)
}

const confirmCode = async ({ bank, payment, receiveMessage }: Scene, approved: boolean) =>
  receiveMessage(await bank.confirm(payment.reference, approved))

async function expireCode({ bank, payment, receiveMessage }: Scene) {
  if (!payment.processorReference) throw problem.conflict('nothing_to_play', 'No payment is expected yet')
  return receiveMessage(await bank.expire(payment.reference))
}

const reasons = {
  INCORRECT_AMOUNT: 'not the exact amount',
  ACCOUNT_EXPIRED: 'the account number had expired',
  ACCOUNT_CLOSED: 'this payment had failed',
  DUPLICATE: 'this payment was already paid',
}
