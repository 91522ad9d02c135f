import type { TestContext } from 'node:test'
import { openPaystackSimulator } from '../../../testing/paystack/simulator.ts'
import { until } from '../../../testing/processor/until.ts'
import { readConfig } from '../../config.ts'
import { paystack } from '../../connectors/paystack/definition.ts'
import { atEnd } from '../at-end.ts'
import { openReceiver } from '../receiver.ts'
import { type ConformanceBench, type FaultedCall, payOnPage } from './bench.ts'

const operations: Partial<Record<FaultedCall, string>> = {
  openCardPage: 'transaction_initialize',
  chargeCard: 'charge_create',
  answerPin: 'charge_submitPin',
  answerOtp: 'charge_submitOtp',
  debitAccount: 'charge_create',
  answerBirthday: 'charge_submitBirthday',
  openAccount: 'charge_create',
  openCode: 'charge_create',
  chargeSavedCard: 'transaction_chargeAuthorization',
  refund: 'refund_create',
  payout: 'transfer_initiate',
  query: 'transaction_verify',
  openMandate: 'customer_initializeAuthorization',
  queryMandate: 'customer_verifyAuthorization',
  cancelMandate: 'customer_deactivateAuthorization',
  debitMandate: 'transaction_chargeAuthorization',
  listCharges: 'transaction_list',
  listRefunds: 'refund_list',
  listPayouts: 'transfer_list',
  readBalance: 'balance_fetch',
}
const wrongMoney = [{ amount: 1 }, { currency: 'USD' }, { domain: 'test' }]
const secretKey = 'sk_live_paystack_simulator'

const toCard = (number: string) => ({ number, cvv: '123', expiryMonth: 9, expiryYear: 2031 })
const cards = {
  approved: toCard('4111111111111111'),
  declined: toCard('4000000000009995'),
  pinThenOtp: toCard('5531886652142950'),
  otp: '123456',
}
/** Changes of a response after which it is about something else. */
const wrongFields = {
  query: [{ status: 'failed' }, { status: 'pending' }, { reference: 'pay-other' }, ...wrongMoney],
  chargeSavedCard: [{ reference: 'pay-other' }, ...wrongMoney],
  refund: [{ merchant_note: 'rfd_other' }, ...wrongMoney],
  payout: [{ reference: 'stl-other-000000-1' }, ...wrongMoney],
}

/** Paystack's connector with the simulator of its API. */
export async function openPaystackBench(t: TestContext) {
  const [receiver, approvals] = [await openReceiver(t), await openReceiver(t)]
  const simulator = await openPaystackSimulator({
    port: 0,
    eventsUrl: receiver.url,
    approvalUrl: approvals.url,
    retryDelaysMs: [],
    secretKeys: { test: 'sk_test_x', live: secretKey },
    acceptsCards: true,
    hasLimits: false,
  })
  atEnd(t, () => simulator.close())
  const { control, url } = simulator
  const settings = { PROCESSOR: 'paystack', PAYSTACK_URL: url, PAYSTACK_SECRET_KEY: secretKey }
  const config = readConfig({ ...settings, PAYSTACK_PCI_AOC: '2099-12-31', PAYSTACK_BANK_ACCOUNTS: '057' })
  const write = () => Promise.reject(new Error('Paystack stores nothing here'))
  const connector = paystack.open({ mode: 'LIVE', config, write })
  const read = async (path: string): Promise<Record<string, unknown>[]> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${secretKey}` } })
    return ((await response.json()) as { data: Record<string, unknown>[] }).data
  }
  const bench: ConformanceBench = {
    connector,
    async payByCard(payment) {
      await payOnPage(await connector.hostedCards.open({ ...payment, returnUrl: 'https://pay.example/back' }))
    },
    transferIn: async (accountNumber, amountKobo) =>
      void (await control.transferIn({ accountNumber, amountKobo, senderName: 'ADA OBI', senderBank: 'Kuda Bank' })),
    dialCode: (code, isConfirmed) => control.dialUssd({ code, isConfirmed }),
    dial: '737',
    cards,
    account: { bankCode: '057', accountNumber: '0690000031', otp: '123456' },
    areCodesDeclined: true,
    moveMandate: (reference, step) =>
      step === 'active' ? control.activateMandate({ reference }) : control.agreeToMandate({ reference }),
    settleDebit: (reference, declineMessage) => control.settleCharge({ reference, declineMessage }),
    async endRefund(reference) {
      const refunds = await read('/refund?perPage=100')
      const { id } = refunds.find(({ merchant_note: note }) => note === reference)!
      await control.settleRefund({ id: Number(id), status: 'processed' })
    },
    async readApprovals() {
      await until(() => control.readApprovals().length > 0)
      return approvals.received.map(({ bytes, headers }) => ({ body: bytes, headers }))
    },
    endPayout: (reference) => control.settleTransfer({ reference, status: 'success' }),
    simulator: {
      addFault: (call, fault) => control.addFault({ operation: operations[call]!, ...fault }),
      clearFaults: control.clearFaults,
      unnamedCalls: ['openMandate'],
      countRequests: (call) => control.readRequests().filter(({ operation }) => operation === operations[call]!).length,
      balanceKobo: async () => Number((await read('/balance'))[0]!.balance),
      readViolations: control.readViolations,
      async readEvents() {
        await control.waitForEvents()
        return receiver.received.map(({ bytes, headers }) => ({ body: bytes, headers }))
      },
      wrongFields,
    },
  }
  return { ...simulator, connector, bench }
}
