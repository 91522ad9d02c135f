import { act, actOnTransaction, findIntegration } from './act.ts'
import { settleIdentification } from './customers.ts'
import { closeDispute, remindOfDispute } from './disputes.ts'
import type { Authorization, Domain, RefundStatus, Step, TransferStatus } from './integration.ts'
import { activateMandate } from './mandates.ts'
import { settleRefund } from './refunds.ts'
import { createSettlement } from './settlements.ts'
import type { Simulation } from './simulation.ts'
import { failTransaction, payTransaction } from './transactions.ts'
import { settleTransfer } from './transfers.ts'

const findAuthorization = (simulation: Simulation, code: string): Authorization =>
  findIntegration(simulation, `authorization ${code}`, (one) => one.authorizations.has(code)).authorizations.get(code)!

/** What banks and Paystack itself do. Amounts are in kobo. */
export function createBankControl(simulation: Simulation) {
  const findDisputed = (id: number) =>
    findIntegration(simulation, `dispute ${id}`, ({ disputes }) => disputes.some((one) => one.id === id))
  return {
    settleTransfer({ reference, status }: { reference: string; status: TransferStatus }): Promise<void> {
      const integration = findIntegration(simulation, `transfer ${reference}`, (one) => one.transfers.has(reference))
      return act(simulation, integration, (scope) => settleTransfer(scope, reference, status))
    },
    settleRefund({ id, status }: { id: number; status: RefundStatus }): Promise<void> {
      const integration = findIntegration(simulation, `refund ${id}`, ({ refunds }) =>
        refunds.some((one) => one.id === id),
      )
      return act(simulation, integration, (scope) => settleRefund(scope, id, status))
    },
    /** The bank answers a charge that is `processing`: null pays it, a text declines it. */
    settleCharge(outcome: { reference: string; declineMessage: string | null }): Promise<void> {
      const { reference, declineMessage } = outcome
      return actOnTransaction(simulation, reference, (scope, transaction) => {
        if (transaction.status !== 'processing') throw new Error(`No charge ${reference} is processing`)
        if (declineMessage === null) payTransaction(scope, transaction, transaction.authorization!)
        else failTransaction(transaction, declineMessage)
      })
    },
    /** The bank activates a mandate that the customer agreed to. */
    activateMandate({ reference }: { reference: string }): Promise<void> {
      const integration = findIntegration(simulation, `mandate ${reference}`, (one) => one.mandates.has(reference))
      return act(simulation, integration, (scope) => activateMandate(scope, reference))
    },
    remindOfDispute: ({ id }: { id: number }): Promise<void> =>
      act(simulation, findDisputed(id), (scope) => remindOfDispute(scope, id)),
    /** The bank decides: `declined` leaves the money with the merchant; each other resolution returns it to the payer. */
    closeDispute: ({ id, resolution }: { id: number; resolution: string }): Promise<void> =>
      act(simulation, findDisputed(id), (scope) => closeDispute(scope, id, resolution)),
    /** Paystack pays out what is not yet settled. There is no event for it. */
    createSettlement: ({ domain }: { domain: Domain }): Promise<{ id: number }> =>
      act(simulation, simulation.integrations[domain], createSettlement),
    /** Result of an identification by BVN; null: BVN and account belong together. */
    settleIdentification({ customerCode, reason }: { customerCode: string; reason: string | null }): Promise<void> {
      const integration = findIntegration(simulation, `customer ${customerCode}`, ({ customers }) =>
        [...customers.values()].some(({ code }) => code === customerCode),
      )
      return act(simulation, integration, (scope) => settleIdentification(scope, customerCode, reason))
    },
    ...createSettingsControl(simulation),
  }
}

/** How banks and Paystack answer later calls. */
const createSettingsControl = (simulation: Simulation) => ({
  /** Text of the decline that each later charge of an authorization gets; null: it pays again. */
  setDecline({ authorizationCode: code, message }: { authorizationCode: string; message: string | null }): void {
    findAuthorization(simulation, code).declineMessage = message
  },
  /** Holder of a bank account; null: the account does not exist. */
  setAccountName(account: { bankCode: string; accountNumber: string; name: string | null }): void {
    simulation.accountNames.set(`${account.bankCode}/${account.accountNumber}`, account.name)
  },
  /** Steps of the next charges of accounts at a bank, at least one. */
  setBankSteps({ bankCode, steps }: { bankCode: string; steps: readonly Step[] }): void {
    simulation.bankSteps.set(bankCode, steps)
  },
  /** Whether later charges of an authorization are `processing` until `settleCharge`. */
  setDelay({ authorizationCode: code, isDelayed }: { authorizationCode: string; isDelayed: boolean }): void {
    findAuthorization(simulation, code).isDelayed = isDelayed
  },
  /** Whether the holder of a card has to confirm later charges of it on the hosted page. */
  setConfirmation({ authorizationCode: code, isAsked }: { authorizationCode: string; isAsked: boolean }): void {
    findAuthorization(simulation, code).asksHolder = isAsked
  },
  /** Address that approves transfers before they are made; null for none. */
  setApprovalUrl({ url }: { url: string | null }): void {
    simulation.approvalUrl = url
  },
  readApprovals: () => simulation.approvals,
  setBalance({ domain, balanceKobo }: { domain: Domain; balanceKobo: number }): void {
    simulation.integrations[domain].balanceKobo = balanceKobo
  },
})
