import type { TestContext } from 'node:test'
import { knownBvn } from '../../../testing/monnify/identity.ts'
import { keys, openMonnifySimulator } from '../../../testing/monnify/simulator.ts'
import { readConfig } from '../../config.ts'
import { monnify } from '../../connectors/monnify/definition.ts'
import { atEnd } from '../at-end.ts'
import { openReceiver } from '../receiver.ts'
import { type ConformanceBench, type FaultedCall, payOnPage } from './bench.ts'

const operations: Partial<Record<FaultedCall, string>> = {
  openCardPage: 'initializeTransaction',
  openAccount: 'payWithBankTransfer',
  openCode: 'payWithBankTransfer',
  chargeSavedCard: 'chargeCardToken',
  refund: 'initiateRefund',
  payout: 'initiateSingleTransfer',
  query: 'getTransactionStatus',
  openMandate: 'createMandate',
  queryMandate: 'getMandates',
  cancelMandate: 'cancelMandate',
  debitMandate: 'debitMandate',
  listCharges: 'searchTransactions',
  listRefunds: 'getAllRefunds',
  listPayouts: 'searchDisbursements',
  readBalance: 'getWalletBalance',
  checkBvn: 'matchBvnDetails',
}

const wrongCharges = [
  { paymentStatus: 'PARTIALLY_PAID' },
  { paymentStatus: 'OVERPAID' },
  { amountPaid: '1.00' },
  { currency: 'USD' },
  { paymentReference: 'pay-other' },
]

/** Settings of the product with the simulator of Monnify's API. */
export const monnifySettings = (url: string) => ({
  MONNIFY_URL: url,
  MONNIFY_API_KEY: keys.apiKey,
  MONNIFY_SECRET_KEY: keys.secretKey,
  MONNIFY_CONTRACT_CODE: keys.contractCode,
  MONNIFY_WALLET_ACCOUNT: keys.walletAccount,
  MONNIFY_BVN_CHECKS: 'on',
})

/** Monnify's connector with the simulator of its API. */
export async function openMonnifyBench(t: TestContext) {
  const receiver = await openReceiver(t)
  const simulator = await openMonnifySimulator({ port: 0, eventsUrl: receiver.url, retryDelaysMs: [] })
  atEnd(t, () => simulator.close())
  const { control, url } = simulator
  const config = readConfig({ PROCESSOR: 'monnify', ...monnifySettings(url) })
  const write = () => Promise.reject(new Error('Monnify stores nothing here'))
  const connector = monnify.open({ mode: 'LIVE', config, write })
  control.setAccountName({ bankCode: '044', accountNumber: '0690000032', name: null })
  const bench: ConformanceBench = {
    connector,
    async payByCard(payment) {
      await payOnPage(await connector.hostedCards.open({ ...payment, returnUrl: 'https://pay.example/back' }))
    },
    transferIn: async (accountNumber, amountKobo) =>
      void (await control.transferIn({ accountNumber, amountKobo, senderName: 'ADA OBI', senderBank: 'Kuda Bank' })),
    dialCode: async (code, isConfirmed) => void (isConfirmed && (await control.dialUssd({ code }))),
    dial: '737',
    bvn: {
      bvn: knownBvn,
      owner: { firstName: 'Ada', lastName: 'Obi', dateOfBirth: '1990-04-12', phone: '+2348031234567' },
    },
    moveMandate: (reference, step) =>
      control.setMandate({ reference, status: step === 'active' ? 'ACTIVE' : 'PENDING_ACTIVATION' }),
    settleDebit: (reference, declineMessage) => control.settleCharge({ reference, declineMessage }),
    endRefund: (reference) => control.settleRefund({ reference, status: 'COMPLETED' }),
    endPayout: (reference) => control.settleDisbursement({ reference, status: 'SUCCESS' }),
    simulator: {
      addFault: (call, fault) => control.addFault({ operation: operations[call]!, ...fault }),
      clearFaults: control.clearFaults,
      countRequests: (call) => control.readRequests().filter(({ operation }) => operation === operations[call]).length,
      balanceKobo: () => Promise.resolve(control.readBalance()),
      readViolations: control.readViolations,
      async readEvents() {
        await control.waitForEvents()
        return receiver.received.map(({ bytes, headers }) => ({ body: bytes, headers }))
      },
      wrongFields: {
        query: [{ paymentStatus: 'PENDING' }, ...wrongCharges],
        chargeSavedCard: wrongCharges,
        refund: [{ refundReference: 'rfd-other' }, { refundAmount: 0.01 }],
        payout: [{ reference: 'stl-other' }, { amount: 1 }, { currency: 'USD' }],
      },
    },
  }
  return { ...simulator, connector, bench }
}
