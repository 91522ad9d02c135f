import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerBank, getCheckoutState, payByAccount } from '@adire/contract/checkout.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { readEmails } from '../../testing/sign-in.ts'

const zenith = { bankCode: '057', accountNumber: '0000000011' }
const noFunds = { bankCode: '057', accountNumber: '0000000028' }
const net = 481_187

test('pay with bank asks for the birthday, then for the code, and stores only the last four digits of the account', async (t) => {
  const { app, payer, accessCode, detail } = await checkoutFixture(t)
  const challenged = await payer.call(payByAccount, { accessCode, ...zenith })
  assert.deepEqual([challenged.step, challenged.account], ['send_birthday', { bankName: 'Zenith Bank', last4: '0011' }])
  const notADay = payer.call(answerBank, { accessCode, question: 'birthday', answer: '1234' })
  await assert.rejects(notADay, errorWith(422, 'validation_error', 'answer'))
  const otp = await payer.call(answerBank, { accessCode, question: 'birthday', answer: '1990-08-25' })
  assert.deepEqual([otp.step, otp.triesLeft], ['send_otp', 3])
  const paid = await payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
  assert.equal(paid.status, 'success')
  const payment = await detail()
  assert.deepEqual([payment.channel, payment.netKobo], ['bank_account', net])
  assert.deepEqual(payment.bank, { name: 'Zenith Bank', last4: '0011' })
  await app.drain()
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ text: string }>(
      'select payments::text as text from payments union all select sandbox_charges::text from sandbox_charges',
    ),
  )
  assert.ok(rows.length > 1)
  for (const { text } of rows) assert.doesNotMatch(text, /0000000011|1990-08-25/)
  assert.equal((await readEmails(app, /Your payment of NGN.5,000\.00/)).length, 1)
})

test('an account without funds fails; an impossible account number and an account of another person are rejected', async (t) => {
  const { app, payer, accessCode, detail } = await checkoutFixture(t)
  const pay = (account: { bankCode: string; accountNumber: string }) =>
    payer.call(payByAccount, { accessCode, ...account })
  const none = errorWith(422, 'validation_error', 'accountNumber')
  await assert.rejects(pay({ bankCode: '057', accountNumber: '0000000000' }), none)
  await assert.rejects(
    pay({ bankCode: '058', accountNumber: '0000000018' }),
    errorWith(422, 'account_refused', 'accountNumber'),
  )
  await assert.rejects(
    pay({ bankCode: '044', accountNumber: '0000000017' }),
    errorWith(422, 'validation_error', 'bankCode'),
  )
  await assert.rejects(
    app.asNobody('LIVE').call(payByAccount, { accessCode, ...zenith }),
    errorWith(422, 'test_account', 'accountNumber'),
  )
  await pay(noFunds)
  await payer.call(answerBank, { accessCode, question: 'birthday', answer: '1990-08-25' })
  const failed = await payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'insufficient_funds'])
  assert.equal((await detail()).netKobo, 0)
})

test('a form sent twice is one attempt: the second response to the same challenge is not counted, the fourth code is rejected', async (t) => {
  const { payer, accessCode } = await checkoutFixture(t)
  await payer.call(payByAccount, { accessCode, ...zenith })
  await payer.call(answerBank, { accessCode, question: 'birthday', answer: '1990-08-25' })
  const submitChallenge = (given: string, triesLeft: number) =>
    payer.call(answerBank, { accessCode, question: 'otp', answer: given, triesLeft })
  const sent = await Promise.allSettled(Array.from({ length: 5 }, () => submitChallenge('000000', 3)))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const each of sent) if (each.status === 'rejected') errorWith(409, 'already_answered')(each.reason)
  const now = await payer.call(getCheckoutState, { accessCode })
  assert.deepEqual([now.step, now.triesLeft], ['send_otp', 2])
  await assert.rejects(submitChallenge('123456', 3), errorWith(409, 'already_answered'))
  await submitChallenge('111111', 2)
  const ended = await submitChallenge('222222', 1)
  assert.deepEqual([ended.status, ended.failure?.code], ['failed', 'authentication_failed'])
  const fourth = payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
  await assert.rejects(fourth, errorWith(409, 'payment_over'))
})

test('concurrent responses without an attempt number each count, and none is accepted after the last attempt', async (t) => {
  const { app, payer, accessCode } = await checkoutFixture(t)
  await payer.call(payByAccount, { accessCode, ...zenith })
  const submitChallenge = (question: 'birthday' | 'otp', given: string) =>
    payer.call(answerBank, { accessCode, question, answer: given })
  const atOnce = async (question: 'birthday' | 'otp', given: string) => {
    const sent = await Promise.allSettled(Array.from({ length: 2 }, () => submitChallenge(question, given)))
    for (const each of sent) if (each.status === 'rejected') errorWith(409, 'not_asked')(each.reason)
    return sent.filter(({ status }) => status === 'fulfilled').length
  }
  assert.equal(await atOnce('birthday', '1990-08-25'), 1)
  // A response sent while the bank is deciding on another is rejected; one sent after that is the next attempt.
  const taken = await atOnce('otp', '000000')
  assert.equal((await payer.call(getCheckoutState, { accessCode })).triesLeft, 3 - taken)
  // Our own attempt limit applies even if the processor counts no attempts.
  await app.runtime.database.write((tx) =>
    tx.$client.query('update payments set attempts_left = 0 where access_code = $1', [accessCode]),
  )
  await assert.rejects(submitChallenge('otp', '123456'), errorWith(409, 'no_attempts_left'))
})
