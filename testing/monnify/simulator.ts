import { createEvents } from '../processor/events.ts'
import { createFaults } from '../processor/faults.ts'
import { createSimulatorApp, listen } from '../processor/open-app.ts'
import type { EventOptions } from '../processor/post-events.ts'
import { serveControl } from '../processor/serve-control.ts'
import { listBanks, listBanksWithUssd, validateBankAccount } from './banks.ts'
import { actions, type Control, createControl } from './control.ts'
import {
  getSingleTransferStatus,
  getWalletBalance,
  initiateSingleTransfer,
  searchDisbursements,
} from './disbursements.ts'
import { toErrorBody } from './errors.ts'
import { serveHostedPage } from './hosted-page.ts'
import { knownBvn, knownBvnRecord, matchBvnDetails } from './identity.ts'
import { debitMandate, getDebitStatus } from './mandate-debits.ts'
import { cancelMandate, createMandate, getMandates, serveAuthorizationPage } from './mandates.ts'
import type { MerchantAccount } from './merchant-account.ts'
import { renderOverview } from './overview-html.ts'
import { getAllRefunds, getRefundStatus, initiateRefund } from './refunds.ts'
import { serveLogin, serveOperation } from './serve-operation.ts'
import { createSettler } from './settle-later.ts'
import { type Simulation, tamperEvent } from './simulation.ts'
import { searchTransactions } from './transaction-search.ts'
import {
  chargeCardToken,
  getTransaction,
  getTransactionStatus,
  initializeTransaction,
  payWithBankTransfer,
} from './transactions.ts'

export interface SimulatorOptions {
  /** 0 for any free port. */
  port: number
  /** Address that events are posted to. Without it none are sent. */
  eventsUrl?: EventOptions['eventsUrl']
  /** Balance of the wallet at the start, in kobo. */
  balanceKobo?: number
  /** Clock of the merchant's tests; the wall clock by default. */
  now?: () => Date
  retryDelaysMs?: readonly number[]
  /** Time after which disbursements and refunds succeed by themselves. By default only the control settles them. */
  settleAfterMs?: number
}

/** What a merchant gets from Monnify. */
export type MonnifyKeys = Pick<MerchantAccount, 'apiKey' | 'secretKey' | 'contractCode' | 'walletAccount'>

export interface MonnifySimulator {
  /** Without a slash at the end. */
  url: string
  keys: MonnifyKeys
  control: Control
  close(): Promise<void>
}

export const keys: MonnifyKeys = {
  apiKey: 'MK_PROD_SIMULATOR',
  secretKey: 'MONNIFYSIMULATORSECRETKEY',
  contractCode: '100693167467',
  walletAccount: '3934178936',
}

const operations = [
  initializeTransaction,
  payWithBankTransfer,
  chargeCardToken,
  getTransactionStatus,
  getTransaction,
  searchTransactions,
  initiateRefund,
  getAllRefunds,
  getRefundStatus,
  initiateSingleTransfer,
  getSingleTransferStatus,
  searchDisbursements,
  getWalletBalance,
  createMandate,
  getMandates,
  cancelMandate,
  debitMandate,
  getDebitStatus,
  validateBankAccount,
  matchBvnDetails,
  listBanks,
  listBanksWithUssd,
]

/**
 * Monnify's HTTP API, written from its published description: it validates each request against that description, keeps
 * transactions, refunds and disbursements in memory, and sends signed events. `control` simulates payers, banks and faults; the same
 * actions are at `POST /control/…`.
 *
 * Not published, and therefore assumed: the HTTP statuses of errors other than 401 and 404; the text for duplicate references of
 * transfers; that a declined charge of a token is an error, and its transaction `FAILED`; that a second request for an account number
 * returns the first one; the reasons `EXPIRED_ACCOUNT` and `DUPLICATE_PAYMENT` of returned transfers; that the hosted page also sends a
 * payer back who cancels; that a refunded transaction stays `PAID`; and that events are sent again.
 *
 * Of codes to dial: which banks have them, and their forms, except that of Access Bank.
 *
 * Of lists and settlements: that payments of all channels come into the wallet at 22:00 of their day, as the newest of two published
 * pages says; that lists select by the time of creation; that the search of transactions has an envelope and the fields of reserved
 * accounts, which its own example lacks; that the search of disbursements takes ms since 1970; that lists begin with the newest; that a
 * refund costs nothing; and that a `REVERSED` transaction leaves the wallet with its full amount.
 *
 * Of mandates: that one without an amount has no limit; that its page is known when it is queried the second time; that a used reference
 * of a mandate or debit is rejected; that a mandate of another status is not debited, with that text; that an unknown mandate is an empty
 * list; that a debit is a transaction with the method `DIRECT_DEBIT`, which the queries of transactions know; and that cancelling one that
 * has ended is an error.
 *
 * Of the check of a BVN: the HTTP status and the text without money in the wallet. Two pages publish two forms of the answer; this is that
 * of the page that describes each status.
 */
export async function openMonnifySimulator(options: SimulatorOptions): Promise<MonnifySimulator> {
  const { balanceKobo = 10_000_000_000, now = () => new Date() } = options
  const closed = new AbortController()
  let [advancedMs, url] = [0, '']
  const simulation: Simulation = {
    now: () => new Date(now().getTime() + advancedMs),
    url: () => url,
    merchant: {
      ...keys,
      walletKobo: balanceKobo,
      accessTokens: new Map(),
      transactions: new Map(),
      cards: new Map(),
      refunds: new Map(),
      mandates: new Map(),
      disbursements: new Map(),
    },
    accountNames: new Map(),
    bvns: new Map([[knownBvn, knownBvnRecord]]),
    violations: [],
    requests: [],
    faults: createFaults(),
    events: createEvents({
      eventsUrl: options.eventsUrl,
      retryDelaysMs: options.retryDelaysMs ?? [200, 1_000, 5_000, 30_000],
      signatureHeader: 'monnify-signature',
      tamper: tamperEvent,
    }),
  }
  const control = createControl(simulation, (ms) => {
    advancedMs += ms
  })
  const settler =
    options.settleAfterMs === undefined ? undefined : createSettler(control, options.settleAfterMs, closed.signal)
  const app = createSimulatorApp(simulation, toErrorBody)
  const served = { simulation, afterResponse: settler?.settleOperation, closed: closed.signal }
  serveLogin(app, served)
  for (const operation of operations) serveOperation(app, served, operation)
  serveHostedPage(app, simulation)
  serveAuthorizationPage(app, simulation, (reference) => settler?.settleMandate(reference))
  serveControl(app, { control, actions, renderOverview: () => renderOverview(simulation) })
  url = await listen(app, options.port)
  return {
    url,
    keys,
    control,
    async close() {
      closed.abort()
      simulation.events.close()
      await app.close()
    },
  }
}
