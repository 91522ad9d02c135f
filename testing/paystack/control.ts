import { createAuthorization, receiveTransfer, type TransferIn, type TransferInResult } from './charges.ts'
import type { EventRuleInput, PreparedEvent } from './events.ts'
import type { FaultInput } from './faults.ts'
import { type Decision, decideOnPage } from './hosted-page.ts'
import type { Domain, Integration, RefundStatus, Transaction, TransferStatus } from './integration.ts'
import type { Delivery, EventOptions } from './post-events.ts'
import { settleRefund } from './refunds.ts'
import type { LoggedRequest, Scope, Simulation, Violation } from './simulation.ts'
import { failTransaction, payTransaction } from './transactions.ts'
import { settleTransfer } from './transfers.ts'

/** Runs an action of a payer or a bank, then sends its events; resolves after the first attempt of each. */
export async function act<Result>(
  simulation: Simulation,
  integration: Integration,
  work: (scope: Scope) => Result,
): Promise<Result> {
  const events: PreparedEvent[] = []
  const emitEvent: Scope['emitEvent'] = (event) => void events.push(simulation.events.prepareEvent(integration, event))
  const result = work({ simulation, integration, emitEvent })
  for (const event of events) await simulation.events.sendEvent(event)
  return result
}

/** What payers, banks and Paystack itself do. Amounts are in kobo. */
export function createControl(simulation: Simulation, advanceClock: (ms: number) => void) {
  const integrations = Object.values(simulation.integrations)
  const findIntegration = (what: string, has: (integration: Integration) => unknown): Integration => {
    const found = integrations.find((integration) => has(integration))
    if (!found) throw new Error(`There is no ${what}`)
    return found
  }
  const actOnTransaction = <Result>(reference: string, work: (scope: Scope, transaction: Transaction) => Result) => {
    const integration = findIntegration(`transaction ${reference}`, ({ transactions }) => transactions.has(reference))
    return act(simulation, integration, (scope) => work(scope, integration.transactions.get(reference)!))
  }

  return {
    /** A payer sends money to an account number. The exact amount in time pays the transaction; other money is returned. */
    transferIn(transfer: TransferIn): Promise<TransferInResult> {
      const integration = findIntegration(`account number ${transfer.accountNumber}`, ({ transactions }) =>
        [...transactions.values()].some(({ account }) => account?.number === transfer.accountNumber),
      )
      return act(simulation, integration, (scope) => receiveTransfer(scope, transfer))
    },
    /** The payer's decision on the hosted page, without a browser. */
    decideOnPage: ({ reference, decision }: { reference: string; decision: Decision }): Promise<void> =>
      actOnTransaction(reference, (scope, transaction) => decideOnPage(scope, transaction, decision)),
    /** The payer dials the USSD code, and confirms the payment or does not. */
    dialUssd: ({ reference, isConfirmed }: { reference: string; isConfirmed: boolean }): Promise<void> =>
      actOnTransaction(reference, (scope, transaction) => {
        if (transaction.status !== 'pending' || !transaction.ussdCode)
          throw new Error(`No code of ${reference} is open`)
        if (isConfirmed) payTransaction(scope, transaction, createAuthorization(transaction.customer.email, 'ussd'))
        else failTransaction(transaction, 'Declined by customer')
      }),
    settleTransfer({ reference, status }: { reference: string; status: TransferStatus }): Promise<void> {
      const integration = findIntegration(`transfer ${reference}`, ({ transfers }) => transfers.has(reference))
      return act(simulation, integration, (scope) => settleTransfer(scope, reference, status))
    },
    settleRefund({ id, status }: { id: number; status: RefundStatus }): Promise<void> {
      const integration = findIntegration(`refund ${id}`, ({ refunds }) => refunds.some((one) => one.id === id))
      return act(simulation, integration, (scope) => settleRefund(scope, id, status))
    },
    /** Text of the decline that each later charge of an authorization gets; null: it pays again. */
    setDecline({ authorizationCode, message }: { authorizationCode: string; message: string | null }): void {
      const { authorizations } = findIntegration(`authorization ${authorizationCode}`, (one) =>
        one.authorizations.has(authorizationCode),
      )
      authorizations.get(authorizationCode)!.declineMessage = message
    },
    /** Holder of a bank account; null: the account does not exist. */
    setAccountName({
      bankCode,
      accountNumber,
      name,
    }: {
      bankCode: string
      accountNumber: string
      name: string | null
    }) {
      simulation.accountNames.set(`${bankCode}/${accountNumber}`, name)
    },
    setBalance({ domain, balanceKobo }: { domain: Domain; balanceKobo: number }): void {
      simulation.integrations[domain].balanceKobo = balanceKobo
    },
    /** Moves the clock forward, so that account numbers expire. */
    advanceClock: ({ ms }: { ms: number }): void => advanceClock(ms),
    addFault: (fault: FaultInput): void => simulation.faults.addFault(fault),
    clearFaults: (): void => simulation.faults.clearFaults(),
    addEventRule: (rule: EventRuleInput): void => simulation.events.addEventRule(rule),
    releaseEvents: (order?: { isInOrder?: boolean }): Promise<void> => simulation.events.releaseEvents(order),
    /** Resolves when the events of all answered requests had their first attempt. */
    waitForEvents: (): Promise<void> => simulation.events.waitForEvents(),
    setEventsUrl: ({ url }: { url: EventOptions['eventsUrl'] }): void => simulation.events.setEventsUrl(url),
    readViolations: (): readonly Violation[] => simulation.violations,
    readRequests: (): readonly LoggedRequest[] => simulation.requests,
    readDeliveries: (): readonly Delivery[] => simulation.events.deliveries,
  }
}
export type Control = ReturnType<typeof createControl>
