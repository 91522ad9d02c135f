import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { beginCheckout, notThrough, payerPhone, payWith, receivedHeading, submitChallenge } from './support/checkout.ts'
import { openLiveProduct } from './support/live-product.ts'
import { test } from './support/test.ts'

const details = { expiry: '09 / 31', cvv: '917' }
/** Cards of the processor's simulator, by what their banks do. */
const cards = {
  pinAndOtp: { number: '5531 8866 5214 2950', ...details },
  bankPage: { number: '4556 0527 0417 2643', ...details },
  noFunds: { number: '4000 0000 0000 9995', ...details },
}

test('payers type live cards and accounts on our page: PIN and code, the page of a bank, a decline, and a birthday', async ({
  browser,
}) => {
  test.slow()
  const product = await openLiveProduct({ PAYSTACK_PCI_AOC: '2099-12-31', PAYSTACK_BANK_ACCOUNTS: '057,058' })
  try {
    const link = await product.call(createPaymentLink, { name: 'Lace in gold', amountKobo: 5_000_000 })
    await test.step('the bank asks for the PIN and a code, on our page', async () => {
      const payer = await payerPhone(browser)
      await beginCheckout(payer, link)
      await expectAccessible(payer, 'card form in live mode')
      await payWith(payer, cards.pinAndOtp)
      await submitChallenge(payer, 'pin', '7312')
      await submitChallenge(payer, 'otp', '123456')
      await expect(receivedHeading(payer)).toBeVisible()
    })
    await test.step('the payer confirms on the page of the bank, and comes back', async () => {
      const payer = await payerPhone(browser)
      await beginCheckout(payer, link)
      await payWith(payer, cards.bankPage)
      await payer.getByRole('link', { name: 'Continue to your bank' }).click()
      await payer.getByRole('button', { name: /^Pay / }).click()
      await expect(receivedHeading(payer)).toBeVisible()
    })
    await test.step('a decline says why', async () => {
      const payer = await payerPhone(browser)
      await beginCheckout(payer, link)
      await payWith(payer, cards.noFunds)
      await expect(notThrough(payer)).toBeVisible()
      await expect(payer.getByText(/There is not enough money in the account/)).toBeVisible()
    })
    await test.step('an account of a bank that the operator named is debited', async () => {
      const payer = await payerPhone(browser)
      await beginCheckout(payer, link)
      await payer.getByRole('link', { name: 'Bank', exact: true }).click()
      await payer.getByLabel('Your bank').selectOption({ label: 'Zenith Bank' })
      await payer.getByLabel('Account number').fill('1000000049')
      await payer.getByRole('button', { name: /^Pay NGN/ }).click()
      await payer.getByLabel('Date of birth').fill('25081990')
      await payer.getByRole('button', { name: 'Continue' }).click()
      await submitChallenge(payer, 'otp', '123456')
      await expect(receivedHeading(payer)).toBeVisible()
    })
    await product.act('drain')
    const { content } = await product.call(listPayments, {})
    expect(content.map(({ status }) => status)).toEqual(['success', 'failed', 'success', 'success'])
    expect(await product.act('violations')).toEqual([])
  } finally {
    await product.close()
  }
})
