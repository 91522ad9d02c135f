import assert from 'node:assert/strict'
import { responseCodes } from '../../connectors/response-codes.ts'
import { email, requireCapability } from './bench.ts'
import { withEachFault } from './faults.ts'
import { requireSuccess, type Tests } from './payments.ts'

/** Tests of a processor that takes the cards that payers type on our page. */
export const typedCardTests: Tests = {
  'charges a typed card once, also if responses are lost': async (bench, newPayment) => {
    const cards = requireCapability(bench, 'cards')
    await withEachFault(bench.simulator!, 'chargeCard', async () => {
      const payment = newPayment()
      return {
        movesKobo: payment.amountKobo,
        send: () => cards.charge({ ...payment, email, card: bench.cards!.approved }),
        finish: async () => void requireSuccess(await bench.connector.payments.query(payment)),
      }
    })
  },
  'declines a typed card with a known reason, and the outcome is final': async (bench, newPayment) => {
    const cards = requireCapability(bench, 'cards')
    const charge = { ...newPayment(), email, card: bench.cards!.declined }
    const declined = await cards.charge(charge)
    assert.ok(declined.kind === 'failed' && declined.reason in responseCodes)
    assert.deepEqual(await bench.connector.payments.query(charge), declined)
    assert.deepEqual(await cards.charge({ ...charge, card: bench.cards!.approved }), declined)
    assert.ok(cards.findError({ ...bench.cards!.approved, number: '4111111111111112' }))
  },
  'asks for a PIN and a one-time password, also if responses to them are lost': async (bench, newPayment) => {
    const { pinThenOtp: card, otp } = bench.cards!
    const challenges = requireCapability(bench, 'challenges')
    for (const call of ['answerPin', 'answerOtp'] as const)
      await withEachFault(bench.simulator!, call, async () => {
        const payment = newPayment()
        const asked = await requireCapability(bench, 'cards').charge({ ...payment, email, card })
        assert.ok(asked.kind === 'challenge' && asked.challenge === 'pin')
        assert.deepEqual(await bench.connector.payments.query(payment), asked)
        if (call === 'answerOtp') await challenges.answer({ ...payment, challenge: 'pin', answer: '1234' })
        return {
          movesKobo: payment.amountKobo,
          async send() {
            // What is open is the bank's to say: the payer answers that, as on the checkout.
            const open = await bench.connector.payments.query(payment)
            if (open.kind === 'challenge' && open.challenge !== 'bank_page')
              await challenges.answer({
                ...payment,
                challenge: open.challenge,
                answer: open.challenge === 'pin' ? '1234' : otp,
              })
          },
          finish: async () => void requireSuccess(await bench.connector.payments.query(payment)),
        }
      })
    const payment = newPayment()
    await requireCapability(bench, 'cards').charge({ ...payment, email, card })
    const open = await challenges.answer({ ...payment, challenge: 'otp', answer: otp })
    assert.ok(
      open.kind === 'challenge' && open.challenge === 'pin' && !open.wrong,
      'a response to another step changes nothing',
    )
  },
}
