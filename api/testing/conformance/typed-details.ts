import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AccountDebit, CardCharge, CardDetails } from '../../connectors/charges.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { responseCodes } from '../../connectors/response-codes.ts'
import type { SandboxCapability } from '../../connectors/sandbox/sandbox.ts'

/** Test instruments of the processor's test environment that a connector is tested with. */
export interface TestInstruments {
  /** Charged without a challenge. */
  approved: CardDetails
  /** Declined without a challenge. */
  declined: CardDetails
  /** Requires a PIN first. */
  pinCard: CardDetails
  /** Requires the account holder's birthday first. */
  account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>
  /** Account whose mandates are approved, and whose first debit succeeds. */
  mandated: Pick<AccountDebit, 'bankCode' | 'accountNumber'>
  /** USSD short code of a bank. */
  dial: string
}

const charge = (card: CardDetails, amountKobo = 500_000): CardCharge => ({
  reference: `pay_${crypto.randomUUID()}`,
  amountKobo,
  email: 'payer@example.com',
  card,
})

/** Conformance tests for connectors of processors that take what the payer types on our page. */
export function testTypedDetails(
  name: string,
  instruments: TestInstruments,
  open: (t: TestContext) => Promise<ConnectorWith<SandboxCapability>>,
) {
  test(`${name} charges a card and reports the same outcome when asked again`, async (t) => {
    const connector = await open(t)
    const request = charge(instruments.approved)
    assert.deepEqual(await connector.cards.charge(request), { kind: 'success', paidBy: 'card' })
    assert.deepEqual(await connector.payments.query(request), { kind: 'success', paidBy: 'card' })
  })

  test(`${name} charges once per reference, also with many concurrent calls`, async (t) => {
    const connector = await open(t)
    const request = charge(instruments.approved)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => connector.cards.charge(request)))
    for (const outcome of outcomes) assert.equal(outcome.kind, 'success')
    const declined = await connector.cards.charge({ ...request, card: instruments.declined })
    assert.equal(declined.kind, 'success')
  })

  test(`${name} declines a card with a known reason, and the outcome is final`, async (t) => {
    const connector = await open(t)
    const request = charge(instruments.declined)
    const outcome = await connector.cards.charge(request)
    assert.ok(outcome.kind === 'failed' && outcome.reason in responseCodes)
    assert.deepEqual(await connector.payments.query(request), outcome)
    assert.deepEqual(await connector.cards.charge({ ...request, card: instruments.approved }), outcome)
  })

  test(`${name} returns a challenge before it charges, and ignores a response to another challenge`, async (t) => {
    const connector = await open(t)
    const request = charge(instruments.pinCard)
    const challenged = await connector.cards.charge(request)
    assert.ok(challenged.kind === 'challenge' && challenged.challenge === 'pin')
    const same = await connector.challenges.answer({ ...request, challenge: 'otp', answer: '123456' })
    assert.deepEqual(same, challenged)
    assert.deepEqual(await connector.payments.query(request), challenged)
  })

  test(`${name} returns one account number of ten digits per payment`, async (t) => {
    const connector = await open(t)
    const request = {
      reference: `pay_${crypto.randomUUID()}`,
      amountKobo: 500_000,
      email: 'payer@example.com',
      accountName: 'Ade Stores',
    }
    const account = await connector.transferAccounts.open(request)
    assert.match(account.accountNumber, /^\d{10}$/)
    assert.deepEqual(await connector.transferAccounts.open(request), account)
    assert.deepEqual(await connector.payments.close(request), { kind: 'open' })
    const other = await connector.transferAccounts.open({ ...request, reference: `pay_${crypto.randomUUID()}` })
    assert.notEqual(other.accountNumber, account.accountNumber)
  })

  withoutCard(name, instruments, open)
  withMandate(name, instruments, open)

  test(`${name} does not read events of other processors`, async (t) => {
    const connector = await open(t)
    for (const message of ['', 'null', '{}', '[1]', '{"event":"transfer.received"}', '<xml/>'])
      assert.equal(connector.webhooks.parse(message), undefined)
  })
}

function withoutCard(
  name: string,
  { account, dial }: TestInstruments,
  open: (t: TestContext) => Promise<ConnectorWith<SandboxCapability>>,
) {
  test(`${name} requests the consent of the account holder before it debits an account, once for repeated calls`, async (t) => {
    const connector = await open(t)
    assert.equal(connector.bankAccounts.findError(account), undefined)
    const reference = `pay_${crypto.randomUUID()}`
    const debit = { reference, amountKobo: 500_000, email: 'payer@example.com', ...account }
    const challenged = await connector.bankAccounts.debit(debit)
    assert.ok(challenged.kind === 'challenge' && challenged.challenge === 'birthday')
    assert.deepEqual(await connector.bankAccounts.debit(debit), challenged)
    assert.deepEqual(await connector.challenges.answer({ ...debit, challenge: 'pin', answer: '1234' }), challenged)
  })

  test(`${name} returns one USSD code and one QR code, and waits for the payer`, async (t) => {
    const connector = await open(t)
    const merchantName = 'Ọlátúnjí & Daughters'
    const request = {
      reference: `pay_${crypto.randomUUID()}`,
      amountKobo: 500_000,
      email: 'payer@example.com',
      merchantName,
    }
    const ussdRequest = { ...request, channel: 'ussd' as const, dial }
    const ussd = await connector.ussd.open(ussdRequest)
    assert.match(ussd.code, new RegExp(`^\\*${dial}\\*[\\d*]+#$`))
    assert.deepEqual(await connector.ussd.open(ussdRequest), ussd)
    const qrRequest = { ...request, channel: 'qr' as const }
    const qr = await connector.qr.open(qrRequest)
    assert.match(qr.code, /^[ -~]{40,400}$/)
    assert.deepEqual(await connector.qr.open(qrRequest), qr)
    assert.deepEqual(await connector.payments.query(request), { kind: 'open' })
    // Returning a transfer changes nothing for a payment that no transfer has paid.
    await connector.transferAccounts.returnTransfer(request.reference)
    assert.deepEqual(await connector.payments.query(request), { kind: 'open' })
  })
}

function withMandate(
  name: string,
  { mandated }: TestInstruments,
  open: (t: TestContext) => Promise<ConnectorWith<SandboxCapability>>,
) {
  test(`${name} creates one mandate per reference, and does not debit before the mandate is active`, async (t) => {
    const connector = await open(t)
    assert.equal(connector.mandates.findError(mandated), undefined)
    const reference = `MND-${crypto.randomUUID()}`
    assert.deepEqual(await connector.mandates.query(reference), { kind: 'unknown' })
    const request = {
      reference,
      ...mandated,
      email: 'ada@example.com',
      returnUrl: 'https://pay.example/back',
      accountName: 'ADA OBI',
      limitKobo: 500_000,
      maxTotalKobo: null,
      startOn: '2026-12-01',
      endOn: null,
      narration: 'Rent',
    }
    const opened = await connector.mandates.open(request)
    assert.ok(opened.kind === 'transfer')
    assert.match(opened.transfer.accountNumber, /^\d{10}$/)
    assert.deepEqual(await connector.mandates.open(request), opened)
    assert.deepEqual(await connector.mandates.query(reference), { kind: 'awaits_transfer' })
    const debit = {
      reference: `pay_${crypto.randomUUID()}`,
      mandateReference: reference,
      amountKobo: 500_000,
      attempt: 1,
    }
    const declined = await Promise.all(Array.from({ length: 3 }, () => connector.mandates.debit(debit)))
    for (const outcome of declined) assert.deepEqual(outcome, { kind: 'failed', reason: 'not_permitted' })
    await connector.mandates.cancel(reference)
    await connector.mandates.cancel(reference)
    assert.equal((await connector.mandates.query(reference)).kind, 'closed')
  })
}
