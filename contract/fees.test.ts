import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { channels } from './channels/channels.ts'
import { chargeFor, chargeForNet, type Priced, priceOf, vatBps } from './fees.ts'
import vectors from './fees.vectors.json' with { type: 'json' }

const channel = fc.constantFrom<Priced[]>(...channels, 'card_international', 'dedicated_virtual_account')
const kobo = fc.integer({ min: 0, max: 100_000_000_00 })

test('fee and VAT equal those of the price list, to the kobo [S9-01]', () => {
  for (const { channel, amount, fee, vat, totalCharge, netToMerchant } of vectors.charges) {
    const charge = chargeFor(priceOf(channel as Priced), amount)
    assert.deepEqual(charge, { amountKobo: amount, feeKobo: fee, vatKobo: vat, netKobo: netToMerchant })
    assert.equal(charge.feeKobo + charge.vatKobo, totalCharge)
  }
})

test('a payer who bears the fee pays the amount of the price list, and the merchant gets the price', () => {
  for (const { channel, netWanted: expectedNet, customerPays, fee, vat, netToMerchant } of vectors.customerBears)
    assert.deepEqual(chargeForNet(priceOf(channel as Priced), expectedNet), {
      amountKobo: customerPays,
      feeKobo: fee,
      vatKobo: vat,
      netKobo: netToMerchant,
    })
})

test('net, fee and VAT sum to the amount, and fee and VAT are never negative or above their cap', () => {
  fc.assert(
    fc.property(channel, kobo, (channel, amount) => {
      const { amountKobo, feeKobo, vatKobo, netKobo } = chargeFor(priceOf(channel), amount)
      assert.equal(netKobo + feeKobo + vatKobo, amountKobo)
      assert.ok(feeKobo >= 0 && feeKobo <= (priceOf(channel).capKobo ?? amount + priceOf(channel).flatKobo))
      assert.ok(Math.abs(vatKobo - (feeKobo * vatBps) / 10_000) <= 0.5)
    }),
    { seed: 1 },
  )
})

test('the amount of a payer who bears the fee is sufficient, and one kobo less is not', () => {
  fc.assert(
    fc.property(channel, kobo, (channel, price) => {
      const { amountKobo, netKobo } = chargeForNet(priceOf(channel), price)
      assert.ok(netKobo >= price)
      // The net drops at the amount from which the flat fee applies, so all smaller amounts near and below it are
      // checked too.
      const step = priceOf(channel).waiveFlatBelowKobo
      for (const less of [1, 2, 3, 4, 5].flatMap((by) => [amountKobo - by, step - by]))
        if (less >= 0 && less < amountKobo) assert.ok(chargeFor(priceOf(channel), less).netKobo < price)
    }),
    { seed: 1, numRuns: 5000 },
  )
})

test('around the waived flat fee the lowest sufficient amount equals that of trying every amount', () => {
  for (let price = 236_000; price <= 252_000; price += 7) {
    let candidate = price
    while (chargeFor(priceOf('card'), candidate).netKobo < price) candidate++
    assert.equal(chargeForNet(priceOf('card'), price).amountKobo, candidate)
  }
})
