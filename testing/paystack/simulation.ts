import type { Recorder } from '../processor/serve-request.ts'
import type { Domain, Integration, Step } from './integration.ts'
import type { Limits } from './limits.ts'
import type { PaystackEvent } from './paystack-event.ts'

/** State of the simulator. */
export interface Simulation extends Recorder {
  /** Address of the simulator itself, which hosted pages are at. */
  url(): string
  integrations: Record<Domain, Integration>
  /** Whether card numbers are accepted, as of a merchant with an attestation of compliance. */
  acceptsCards: boolean
  /** Where payers go after a page of their bank; null for nowhere. A setting of Paystack's dashboard. */
  callbackUrl: string | null
  /** Where transfers are approved before they are made; null for nowhere. A setting of Paystack's dashboard. */
  approvalUrl: string | null
  /** Transfers that the merchant's server was asked about, with the status of its response; null without one. */
  approvals: { reference: string; status: number | null }[]
  /** Absent where no limits apply. */
  limits: Limits | undefined
  /** Holders of bank accounts by `bankCode/accountNumber`; null for an account that does not exist. */
  accountNames: Map<string, string | null>
  /** Steps of a charge of a bank account, by code of the bank; birthday and one-time password for other banks. */
  bankSteps: Map<string, readonly Step[]>
}

/** What changes the state of an integration and causes its events: a request of the merchant, or an action of a payer or a bank. */
export interface Scope {
  simulation: Simulation
  integration: Integration
  emitEvent(event: PaystackEvent): void
}

/** Request of the merchant, whose parameters fit the description. */
export interface Call extends Scope {
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: unknown
}

/** Answer without an error. */
export interface Answer {
  /** HTTP status; 200 by default. */
  status?: number
  message: string
  data?: unknown
  meta?: unknown
}
export type Handler = (call: Call) => Answer
