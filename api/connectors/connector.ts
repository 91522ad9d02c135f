import type { Mode } from '@adire/contract/call.ts'
import type { ApiConfig } from '../config.ts'
import type { Tx } from '../database/connect.ts'
import type { BankAccounts, Cards, Challenges, HostedCards, PaymentOutcomes, SavedCards } from './charges.ts'
import type { Disputes } from './disputes.ts'
import type { ProcessorEvents } from './events.ts'
import type { PaymentCodes, TransferAccounts, Webhooks } from './instructions.ts'
import type { AccountNames, Identity } from './lookups.ts'
import type { Mandates } from './mandates.ts'
import type { Payouts, TransferApprovals } from './payouts.ts'
import type { Records } from './records.ts'
import type { Refunds } from './refunds.ts'
import type { RequestLimit } from './request-limit.ts'
import type { ProcessorSettings } from './settings.ts'

/** What a processor may be able to do. */
export interface Capabilities {
  cards: Cards
  hostedCards: HostedCards
  challenges: Challenges
  savedCards: SavedCards
  bankAccounts: BankAccounts
  transferAccounts: TransferAccounts
  ussd: PaymentCodes
  qr: PaymentCodes
  mandates: Mandates
  refunds: Refunds
  disputes: Disputes
  payouts: Payouts
  transferApprovals: TransferApprovals
  accountNames: AccountNames
  identity: Identity
  webhooks: Webhooks
  events: ProcessorEvents
  records: Records
}
export type Capability = keyof Capabilities

/**
 * Adapter to a processor with some capabilities. It only translates: it knows no payments, merchants or ledger. Amounts are in kobo.
 * Every connector passes `testConnectorConformance`. If a call throws or takes too long, the result is unknown: the payment stays in
 * processing and a query decides.
 */
export type ConnectorWith<C extends Capability> = { payments: PaymentOutcomes } & Pick<Capabilities, C>

/** Runs a callback in a short transaction, as `UnitOfWork` and jobs do. */
export type WriteTransaction = <T>(callback: (context: { tx: Tx; now: Date }) => Promise<T>) => Promise<T>

/** What connectors are opened with. A `UnitOfWork` is one. */
export interface ConnectorSource {
  mode: Mode
  config: Pick<ApiConfig, 'publicUrl' | 'processors' | 'processorSettings'>
  write: WriteTransaction
  /** Runs a callback that sends one statement: a transaction by itself. Default: `write`. */
  writeStatement?: WriteTransaction
  /** Limit of the requests, for connectors to other machines. */
  requestLimit?: RequestLimit
}

/** A processor, whatever it can do. */
export interface AnyProcessor {
  /** Name for people. */
  name: string
  capabilities: readonly Capability[]
  /** Whether the settings of a processor that serves the mode switch off one of the capabilities, or switch it off for a bank. */
  isOff?(capability: Capability, settings: ProcessorSettings, bankCode?: string): boolean
  /** Codes of the banks that a capability works with, for those that do not work with every bank. */
  banks?: Partial<Record<Capability, readonly string[]>>
  /** Whether mandates need the phone number and address of their holder. */
  needsHolderDetails?: boolean
  /** Whether the check of a Bank Verification Number needs the birthday and phone number of the owner. */
  needsOwnerDetails?: boolean
  /** @throws Error that names a setting which is missing or wrong. Called at the start if `PROCESSOR` names the processor. */
  checkSettings(settings: ProcessorSettings): unknown
  /** Whether it is configured to process the payments of a mode. */
  serves(mode: Mode, config: ConnectorSource['config']): boolean
  /** Our reference as the processor accepts it: always the same, and another one for another reference. */
  toReference(reference: string): string
  open(source: ConnectorSource): ConnectorWith<never>
}

/** A processor with its capabilities, and how its connector is opened. One folder, and one line in `processors.ts`. */
export interface ProcessorDefinition<C extends Capability> extends AnyProcessor {
  capabilities: readonly C[]
  open(source: ConnectorSource): ConnectorWith<C>
}
