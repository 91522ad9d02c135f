import type { TestContext } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import { createSplit, createSplitParty, getPaymentShares, listSplitParties } from '@adire/contract/splits.ts'
import { gtbBankId, settlementFixture, testCards } from './settlement-fixture.ts'

/** A merchant with two recipients, and a split of 30 and 20 %. */
export async function splitFixture(t: TestContext) {
  const fixture = await settlementFixture(t)
  const { app, call } = fixture
  await fixture.addAccount()
  const ada = await call(createSplitParty, { name: 'Ada Farms', bankId: gtbBankId, accountNumber: '0000000018' })
  const bayo = await call(createSplitParty, { name: 'Bayo Rides', bankId: gtbBankId, accountNumber: '0000000025' })
  const terms = {
    name: 'Market day',
    type: 'percentage' as const,
    feeBearer: 'business' as const,
    shares: [
      { partyId: ada.id, value: 3_000 },
      { partyId: bayo.id, value: 2_000 },
    ],
  }
  const split = await call(createSplit, terms)
  let links = 0
  const link = (given: object = {}) =>
    call(createPaymentLink, {
      name: `Lace of ${++links}`,
      amountKobo: 1_000_000,
      feeBearer: 'merchant',
      splitId: split.id,
      ...given,
    })
  const pay = async (slug: string, card: keyof typeof testCards = 'plain', amountKobo?: number) => {
    const payer = app.asNobody()
    const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ola@example.com', ...(amountKobo && { amountKobo }) }
    const { accessCode, reference } = await payer.call(startPayment, begun)
    await payer.call(payByCard, { accessCode, ...testCards[card] })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const nets = async (id: string) => (await call(getPaymentShares, { id })).content.map(({ netKobo }) => netKobo)
  const findRecipient = async (id: string) => (await call(listSplitParties, {})).content.find((one) => one.id === id)!
  const findRecipientSettlement = async (recipientId: string) => {
    const { content } = await call(listSettlements, { partyId: recipientId })
    return content[0] && call(getSettlement, { id: content[0].id })
  }
  return { ...fixture, ada, bayo, terms, split, link, pay, nets, findRecipient, findRecipientSettlement }
}
