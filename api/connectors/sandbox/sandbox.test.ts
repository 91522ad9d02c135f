import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isLuhn } from '@adire/contract/checkout.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { testConnectorConformance } from '../../testing/conformance/conformance.ts'
import { testTypedDetails } from '../../testing/conformance/typed-details.ts'
import { reusedDatabase } from '../../testing/reused-database.ts'
import type { CardDetails, Challenge, ChargeOutcome } from '../charges.ts'
import { sandboxBank } from './bank.ts'
import { sandbox } from './definition.ts'
import { openSandboxConnector } from './sandbox.ts'
import { sandboxStore } from './store.ts'

const card = (number: string, cvv = '123', expiryMonth = 12, expiryYear = 2099): CardDetails => ({
  number,
  cvv,
  expiryMonth,
  expiryYear,
})

async function opened(t: TestContext) {
  const database = await reusedDatabase(t)
  let now = new Date('2026-11-21T09:00:00Z')
  const store = sandboxStore((callback) => database.write((tx) => callback({ tx, now })))
  return {
    connector: openSandboxConnector({ store, bankPageUrl: 'http://bank.test' }),
    bank: sandboxBank(store),
    forward: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
}

const noEnd = () => Promise.reject(new Error('The sandbox ends everything at once'))

testConnectorConformance(sandbox, {
  payoutAccount: { bankCode: '044', accountNumber: '0000000017', accountName: null },
  unknownAccount: { bankCode: '044', accountNumber: '0000000000' },
  hasSimulator: false,
  testedElsewhere: ['cards', 'challenges', 'bankAccounts', 'ussd', 'qr', 'mandates', 'identity', 'webhooks'],
  async open(t) {
    const { connector, bank } = await opened(t)
    return {
      connector,
      async payByCard(payment) {
        await connector.cards.charge({ ...payment, card: card('4084084084084081', '408'), saveCard: true })
      },
      transferIn: async (accountNumber, amountKobo) => void (await bank.transfer(accountNumber, amountKobo)),
      endRefund: noEnd,
      endPayout: noEnd,
    }
  },
})

testTypedDetails(
  'The sandbox',
  {
    approved: card('4084084084084081', '408'),
    declined: card('4084080000670037', '787'),
    pinCard: card('5060666666666666666'),
    account: { bankCode: '057', accountNumber: '0000000011' },
    mandated: { bankCode: '058', accountNumber: '0000000018' },
    dial: '737',
  },
  async (t) => (await opened(t)).connector,
)

type ChallengeResponses = Partial<Record<Challenge, string>>
const right: ChallengeResponses = { otp: '123456', phone: '08031234567', bank_page: 'approve' }

/** Published test cards, each with number, CVV, responses, expected challenges and final outcome. */
const cards: [number: string, cvv: string, answers: ChallengeResponses, asks: string[], end: string][] = [
  ['4084084084084081', '408', {}, [], 'success'],
  ['507850785078507812', '081', { pin: '1111' }, ['pin'], 'success'],
  ['5060666666666666666', '123', { pin: '1234' }, ['pin', 'otp'], 'success'],
  ['507850785078507804', '884', { pin: '0000' }, ['pin', 'phone', 'otp'], 'success'],
  ['5192602720584796', '123', {}, ['bank_page'], 'success'],
  ['5192602720584796', '123', { bank_page: 'deny' }, ['bank_page'], 'authentication_failed'],
  ['4084080000005408', '001', {}, [], 'do_not_honour'],
  ['4084080000670037', '787', {}, [], 'insufficient_funds'],
  ['507850785078507853', '082', { pin: '0000' }, ['pin'], 'token_not_generated'],
  ['4084080000671803', '180', {}, [], 'success'],
  ['4084080000671902', '190', {}, [], 'success'],
  ['4000000000000069', '999', {}, [], 'expired_card'],
  ['4000000000000127', '999', {}, [], 'incorrect_cvv'],
  ['4100000000000019', '999', {}, [], 'suspected_fraud'],
  ['4000000000000259', '999', {}, [], 'success'],
  ['4000000000000341', '999', {}, [], 'success'],
  ['4000008400001629', '999', {}, ['bank_page'], 'do_not_honour'],
  ['507850785078507812', '081', { pin: '9999' }, ['pin'], 'incorrect_pin'],
  ['5060666666666666666', '123', { pin: '1234', otp: '000000' }, ['pin', 'otp', 'otp', 'otp'], 'authentication_failed'],
  ['4084084084084081', '409', {}, [], 'incorrect_cvv'],
]

test('each sandbox card has its published challenges and outcome', async (t) => {
  const { connector, bank } = await opened(t)
  for (const [number, cvv, responses, expectedChallenges, end] of cards) {
    assert.ok(isLuhn(number), number)
    const reference = `pay_${crypto.randomUUID()}`
    const challenges: string[] = []
    let outcome: ChargeOutcome = await connector.cards.charge({
      reference,
      amountKobo: 500_000,
      email: 'ada@example.com',
      card: card(number, cvv),
    })
    while (outcome.kind === 'challenge') {
      challenges.push(outcome.challenge)
      const response = { ...right, ...responses }[outcome.challenge]!
      if (outcome.challenge === 'bank_page') {
        await bank.decide(outcome.openUrl!.split('/').at(-1)!, response === 'approve')
        outcome = await connector.payments.query({ reference, amountKobo: 500_000 })
      } else
        outcome = await connector.challenges.answer({
          reference,
          amountKobo: 1,
          challenge: outcome.challenge,
          answer: response,
        })
    }
    assert.deepEqual(challenges, expectedChallenges, number)
    assert.equal(outcome.kind === 'failed' ? outcome.reason : outcome.kind, end, number)
  }
})

test('a bank that does not respond is queried again, and the payment is declined after two minutes', async (t) => {
  const { connector, forward } = await opened(t)
  const reference = 'pay_timeout'
  const charge = { reference, amountKobo: 500_000, email: 'ada@example.com', card: card('4000000000000119') }
  assert.deepEqual(await connector.cards.charge(charge), { kind: 'pending' })
  forward(119_000)
  assert.deepEqual(await connector.payments.query({ reference, amountKobo: 500_000 }), { kind: 'pending' })
  forward(1_000)
  assert.deepEqual(await connector.payments.query({ reference, amountKobo: 500_000 }), {
    kind: 'failed',
    reason: 'issuer_unavailable',
  })
})

test('a card is accepted until the end of its expiry month in Lagos and declined after it', async (t) => {
  const { connector, forward } = await opened(t)
  const ends = async (year: number, month: number) => {
    const reference = `pay_${crypto.randomUUID()}`
    const outcome = await connector.cards.charge({
      reference,
      amountKobo: 500_000,
      email: 'ada@example.com',
      card: card('4084084084084081', '408', month, year),
    })
    return outcome.kind === 'failed' ? outcome.reason : outcome.kind
  }
  assert.equal(await ends(2026, 11), 'success')
  assert.equal(await ends(2026, 10), 'expired_card')
  forward(Date.parse('2026-11-30T22:59:59Z') - Date.parse('2026-11-21T09:00:00Z'))
  assert.equal(await ends(2026, 11), 'success')
  forward(1_000)
  assert.equal(await ends(2026, 11), 'expired_card')
})

test('a wrong one-time password leaves two attempts, and the response says so', async (t) => {
  const { connector } = await opened(t)
  const reference = 'pay_otp'
  await connector.cards.charge({ reference, amountKobo: 1, email: 'a@example.com', card: card('5060666666666666666') })
  await connector.challenges.answer({ reference, amountKobo: 1, challenge: 'pin', answer: '1234' })
  const wrong = await connector.challenges.answer({ reference, amountKobo: 1, challenge: 'otp', answer: '654321' })
  assert.deepEqual(wrong, { kind: 'challenge', challenge: 'otp', attemptsLeft: 2, wrong: true })
  const end = await connector.challenges.answer({ reference, amountKobo: 1, challenge: 'otp', answer: '123456' })
  assert.equal(end.kind, 'success')
})

test('a transfer of the exact amount is accepted once while the account is open; any other is returned', async (t) => {
  const { connector, bank, forward } = await opened(t)
  const open = async () => {
    const reference = `pay_${crypto.randomUUID()}`
    const { accountNumber } = await connector.transferAccounts.open({
      reference,
      email: 'payer@example.com',
      amountKobo: 500_000,
      accountName: 'A',
    })
    assert.ok(isNuban('999', accountNumber))
    return {
      reference,
      send: async (amountKobo: number, sentMsAgo = 0) => {
        const webhook = connector.webhooks.parse((await bank.transfer(accountNumber, amountKobo, sentMsAgo))!)
        return webhook?.kind === 'returned' ? webhook.reason : webhook?.kind === 'outcome' && webhook.outcome.kind
      },
    }
  }
  const one = await open()
  assert.equal(await one.send(499_999), 'INCORRECT_AMOUNT')
  assert.equal(await one.send(500_001), 'INCORRECT_AMOUNT')
  assert.deepEqual((await Promise.all([one.send(500_000), one.send(500_000)])).sort(), ['DUPLICATE', 'success'])
  const other = await open()
  const late = await open()
  forward(30 * 60_000)
  assert.equal(await other.send(500_000), 'ACCOUNT_EXPIRED')
  // Sent one minute before it arrives, which was in time. Ten minutes later no transfer can still arrive.
  assert.equal(await other.send(500_000, 60_000), 'success')
  forward(10 * 60_000)
  assert.equal(await late.send(500_000, 11 * 60_000), 'ACCOUNT_EXPIRED')
  assert.equal(await bank.transfer('0000000000', 500_000), undefined)
})

test('a transfer for a payment that was paid by card is not accepted', async (t) => {
  const { connector, bank } = await opened(t)
  const reference = 'pay_both'
  const { accountNumber } = await connector.transferAccounts.open({
    reference,
    amountKobo: 500_000,
    email: 'payer@example.com',
    accountName: 'A',
  })
  await connector.cards.charge({
    reference,
    amountKobo: 500_000,
    email: 'a@example.com',
    card: card('4084084084084081', '408'),
  })
  const webhook = connector.webhooks.parse((await bank.transfer(accountNumber, 500_000))!)
  assert.ok(webhook?.kind === 'returned' && webhook.reason === 'DUPLICATE')
})
