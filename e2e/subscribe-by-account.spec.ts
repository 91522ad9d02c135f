import { consentVersion } from '@adire/contract/mandate-consent.ts'
import { confirmMandate, requestMandateOtp, simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { mailTo, signIn } from './support/business.ts'
import { freshName, payerPhone, randomEmail } from './support/checkout.ts'
import { moveByDays } from './support/clock.ts'
import { test } from './support/test.ts'

test('a payer without a card has a bank account debited, and the subscription starts when the bank allows it [S2.4-04]', async ({
  page,
  browser,
  business,
}) => {
  test.slow()
  const plan = await business.call(createPlan, {
    name: freshName('Style box'),
    amountKobo: 1_500_000,
    interval: 'monthly',
  })
  const link = await business.call(createPaymentLink, { name: freshName('Style box'), planId: plan.id })

  const payer = await payerPhone(browser)
  await payer.goto(`/pay/page/${link.slug}`)
  await payer.getByRole('link', { name: 'Pay from a bank account' }).click()
  await expect(payer.getByRole('heading', { name: `Pay ${plan.name} from a bank account` })).toBeVisible()
  await payer.getByRole('button', { name: 'Continue' }).click()
  await expect(payer.getByText('Choose your bank').first()).toBeAttached()
  await expect(payer.locator('[aria-invalid=true]')).toHaveCount(4)
  await expectAccessible(payer, 'an account to be debited, with errors')
  await expectNoSidewaysScroll(payer, 'an account to be debited')
  const email = randomEmail('ebele')
  await payer.getByLabel('Your name').fill('Ebele Nwosu')
  await payer.getByLabel('Email address').fill(email)
  await payer.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await payer.getByLabel('Account number').fill('0000000018')
  await payer.getByRole('button', { name: 'Continue' }).click()
  await expect(payer).toHaveURL(/\/mandate\/\w+$/)
  await expect(payer.getByText(/up to NGN\s15,000\.00 at a time/)).toBeVisible()

  const accessCode = payer.url().match(/\/mandate\/(\w+)/)![1]!
  await business.call(requestMandateOtp, { accessCode })
  const agreed = { accessCode, otp: '123456', textVersion: consentVersion, accepted: true as const }
  await business.call(confirmMandate, agreed)
  await business.call(simulateMandateTransfer, { accessCode, outcome: 'exact' })
  await moveByDays(business, 1)

  const { content } = await business.call(listSubscriptions, { search: email })
  await signIn(page, business, `/subscriptions/${content[0]!.id}`)
  await expect(page.getByRole('link', { name: 'Guaranty Trust Bank •••• 0018' })).toBeVisible()
  await expect(page.getByText(/The bank accepts debits: the subscription to .* starts/)).toBeVisible()
  await expect(page.getByText(/NGN\s15,000\.00 paid for/)).toBeVisible()

  const { text } = await mailTo(email, /You subscribed to/)
  await payer.goto(text.match(/https?:\S+\/pay\/subscription\/\w+/)![0])
  await expect(payer.getByRole('link', { name: 'ending 0018, Guaranty Trust Bank' })).toBeVisible()
  await expect(payer.getByRole('button', { name: 'Pay by card instead' })).toBeVisible()
  await expectAccessible(payer, 'the payer’s page of a subscription paid from an account')
})
