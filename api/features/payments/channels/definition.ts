import type { Mode } from '@adire/contract/call.ts'
import type { PayerBank } from '@adire/contract/checkout-page-props.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import type { ChargeOutcome } from '../../../connectors/charges.ts'
import type { Capability, ConnectorWith } from '../../../connectors/connector.ts'
import type { RandomSource } from '../../../database/seed/chance.ts'
import type { PostedForm } from '../../../http/hosted-page.ts'
import type { PaymentRecord } from '../move.ts'
import type { ChannelDetails } from './channels.ts'

/** Timeline event of a payment. */
interface ChannelEvent {
  kind: string
  text: string
}

/** What a channel stores on a payment, with the event that records it. */
export interface ChannelChoice {
  /** The details of the channel. */
  details: ChannelDetails
  fields?: Partial<Pick<PaymentRecord, 'step' | 'cardLast4'>>
  event: ChannelEvent
}

/** What the payer needs to pay outside the page: an account number or a code. */
export interface Instruction extends ChannelChoice {
  /** When the payment expires. */
  expiresAt: Date
  /** Whether the payer has been given it before. */
  isRepeated: boolean
}

/** A payment for the processor, under the reference that the processor knows it by. */
export type PaymentToSend = Pick<PaymentRecord, 'reference' | 'amountKobo' | 'customerEmail' | 'planId' | 'savesCard'>

/** Input of a channel whose payers choose their bank. */
interface BankChoice<Input> {
  /** Code of the bank, which the processor has to work with. */
  bankCode?(input: Input): string
}

/** A channel that gives the payer an instruction and waits for the payment. */
export interface InstructionFlow<Input, C extends Capability = Capability> extends BankChoice<Input> {
  kind: 'instruction'
  /** What the processor has to be able to do. */
  capability: C
  /** Message when the processor gives none. */
  unavailable: string
  /** The payer's instruction, if it is still valid. A processor may return another one when it is called again. */
  findValid?(payment: PaymentRecord, now: Date, input: Input): unknown
  /** Requests the instruction from the processor. */
  request(
    connector: ConnectorWith<C>,
    payment: PaymentToSend,
    details: { input: Input; merchantName: string; now: Date },
  ): Promise<unknown>
  /** What to store of the processor's response. `payment` is locked. */
  accept(payment: PaymentRecord, response: never, input: Input): Instruction
}

/** A channel that charges what the payer typed. */
export interface ChargeFlow<Input, C extends Capability = Capability> extends BankChoice<Input> {
  kind: 'charge'
  /** What the processor has to be able to do. */
  capability: C
  /** What to store before the processor is called. */
  intend(input: Input): ChannelChoice
  /**
   * Error of what the payer typed, for the processor.
   * @throws 422 before anything is written
   */
  check(connector: ConnectorWith<C>, input: Input): void
  charge(connector: ConnectorWith<C>, payment: PaymentToSend, input: Input): Promise<ChargeOutcome>
  /** Card number whose declined attempts are limited. */
  limitedNumber?(input: Input): string
  /** Bank and number of an account whose debits are limited: each sends its holder a code. */
  limitedAccount?(input: Input): string
}

/** How the checkout takes payments by a channel. */
export interface PayerFlow<Input = unknown> {
  endpoint: Endpoint & { access: 'public' }
  /** Banks to choose from. */
  banks?: readonly PayerBank[]
  /** Whether the channel needs no input, so that a new attempt by it opens at once. */
  opensAtOnce: boolean
  /**
   * Input of the endpoint, without the access code, from a form of the page without script.
   * @throws 422
   */
  fromForm(form: PostedForm): Record<string, unknown>
  /** @throws 422 before the processor is selected */
  validate?(input: Input, mode: Mode): void
  flow: InstructionFlow<Input> | ChargeFlow<Input>
}

/** Simulated device of a payer in test mode. */
export interface PayerDevice {
  title: string
  /** Row of the page: what to pay to. */
  row(payment: PaymentRecord): [label: string, value: string | null] | null
  /** What the payer does: sends an amount, or confirms on the phone. */
  action: 'transfer' | 'confirm'
}

type PaymentDetail = Pick<Payment, 'card' | 'transfer' | 'bank' | 'offlineCode'>

/** A payment channel: what it stores, what payer and merchant see of it, and how the checkout takes payments by it. */
export interface ServerChannel {
  /** Details that identify the payer, set to null by an erasure. They must be nullable. */
  personal: readonly string[]
  /** Whether the details remain when the payer chooses another channel, because money may still arrive by them. */
  staysOpen?: boolean
  /** Adds the sender that the processor reports. */
  addSender?(details: ChannelDetails, sender: { name: string; bank: string }): ChannelDetails
  /** Bank that the payer paid from. */
  payerBank?(details: ChannelDetails): string | null | undefined
  /** Payment method on the receipt: "Visa ending 4081". */
  receiptText(payment: PaymentRecord): string
  /** Fields of the payment for the merchant, if the payment has them. */
  detail?(payment: PaymentRecord): Partial<PaymentDetail>
  /** Fields of the checkout state, null if the payment does not have them. */
  state?(payment: PaymentRecord): Partial<CheckoutState>
  /** Whether the bank may require challenges before it charges. */
  hasChallenges: boolean
  payer?: PayerFlow
  device?: PayerDevice
  /** Choice of this channel by a demo payer. */
  demo?(random: RandomSource, payer: DemoMethod, payment: PaymentRecord): ChannelChoice
}

/** Card of a demo payer. */
export interface DemoMethod {
  card: { brand: string; bin: string; last4: string; bank: string }
}
