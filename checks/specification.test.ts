import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listFiles } from './files.ts'

/** Endpoints of section 7 of the specification that exist; the others are added with their feature. */
const specified = [
  'POST core/api/v1/users/verify-email',
  'POST core/api/v1/users/resend-verification-email',
  'POST core/api/v1/users/forgot-password',
  'POST core/api/v1/users/reset-password',
  'POST core/api/v1/users/change-password',
  'POST core/api/v1/users/validate-password',
  'GET core/api/v1/users/{}',
  'PUT core/api/v1/users/{}',
  'GET core/api/v1/merchant-categories',
  'GET core/api/v1/business-types',
  'GET core/api/v1/merchants',
  'POST core/api/v1/merchants/user',
  'GET core/api/v1/merchants/user-email',
  'POST core/api/v1/merchants/add-new-merchant',
  'GET core/api/v1/merchants/{}',
  'POST core/api/v1/merchants/{}',
  'GET core/api/v1/merchants/{}/kyc-status',
  'GET core/api/v1/merchants/{}/kyc-types',
  'POST core/api/v1/merchants/{}/upload-kyc/bvn',
  'POST core/api/v1/merchants/{}/upload-kyc/{}',
  'POST core/api/v1/merchants/{}/bank-accounts',
  'GET core/api/v1/merchants-onboarding/{}',
  'POST core/api/v1/merchants-onboarding/{}',
  'GET core/api/v1/merchants/mode-type',
  'POST core/api/v1/merchants/change-mode-type',
  'GET core/countries',
  'GET core/countries/{}/states',
  'GET core/banks/',
  'GET core/banks/{}',
  'GET core/currencies',
  'GET core/bank-accounts',
  'POST core/bank-accounts',
  'POST core/bank-accounts/{}',
  'DELETE core/bank-accounts/{}',
  'GET core/customers',
  'POST core/customers',
  'GET core/customers/{}',
  'POST core/customers/{}',
  'GET core/customers/csv/download',
  'GET core/customers/search',
  'GET collections/payments/filter',
  'GET collections/payments/{}',
  'GET collections/payments/csv/download',
  'GET collections/payments/over-view',
  'GET collections/payments/over-view/series',
  'GET collections/payments/settlements/unsettled',
  'GET collections/payments/settlements/analytics',
  'GET settlements/api/v1/settlements-summary',
  'GET settlements/settlements/details',
  'GET settlements/settlements/download',
  'GET settlements/settlements/{}',
  'GET settlements/settlements',
  'GET settlements/settlements/search',
  'GET core/payment-links',
  'POST core/payment-links',
  'GET core/payment-links/check-availability',
  'GET core/payment-links/plans-type',
  'GET core/payment-links/{}',
  'POST core/payment-links/{}',
  'DELETE core/payment-links/{}',
  'POST core/payment-links/{}/publish',
  'GET core/invoice',
  'POST core/invoice/simple-invoice',
  'GET core/invoice/{}',
  'DELETE core/invoice/{}',
  'GET core/invoice/csv/download',
  'GET core/direct-debit',
  'POST core/direct-debit',
  'GET core/direct-debit/{}',
  'POST core/direct-debit/{}',
  'DELETE core/direct-debit/{}',
  'POST core/send-direct-draft',
  'GET core/status/{}',
  'POST core/schedule-customer-debit',
  'POST core/cancel-schedule/{}',
  'GET core/plans',
  'POST core/plans',
  'GET core/plans/{}',
  'POST core/plans/{}',
  'DELETE core/plans/{}',
  'GET core/subscribe',
  'GET core/subscribe/{}',
  'POST core/subscribe/cancel',
]

test('every call of section 7 that is built stands in the contract under its specified path [S7.2-01] [S7.2-02] [S7.2-03] [S7.2-04] [S7.2-05] [S7.3-01] [S7.4-01] [S7.5-01] [S7.5-02] [S7.5-03] [S7.5-04] [S7.5-06] [S7.5-07] [S7.5-08]', () => {
  const declared = Object.values(allEndpoints).map(
    ({ method, server, path }) => `${method} ${server}/${path.replace(/:\w+/g, '{}')}`,
  )
  assert.deepEqual(
    specified.filter((call) => !declared.includes(call)),
    [],
  )
})

test('naira has two decimals, en-US separators and a code that does not break away [S9-01]', () => {
  assert.equal(formatNaira(123_450), 'NGN\u00a01,234.50')
  assert.equal(formatNaira(0), 'NGN\u00a00.00')
  assert.equal(formatNaira(-5), '\u2212NGN\u00a00.05')
})

test('the constants of section 9 are as specified [S9-02]', () => {
  assert.deepEqual([...limits.checkDigitWeights], [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3])
  const {
    currency,
    defaultMode,
    passwordMinimum,
    currentPasswordMinimum,
    nameMinimum,
    phoneMinimum,
    accountNumberMinimum,
  } = limits
  assert.deepEqual(
    [currency, defaultMode, passwordMinimum, currentPasswordMinimum, nameMinimum, phoneMinimum, accountNumberMinimum],
    ['NGN', 'TEST', 8, 3, 3, 11, 10],
  )
  const { logoWidthPx, logoHeightPx, settingsToastMs, toastMs, copiedMs, bankSuccessToastMs, invoiceModalSwitchMs } =
    limits
  assert.deepEqual(
    [logoWidthPx, logoHeightPx, settingsToastMs, toastMs, copiedMs, bankSuccessToastMs, invoiceModalSwitchMs],
    [175, 135, 3000, 5000, 1000, 1000, 500],
  )
  const { footerScrollDelayMs, chunkTimeoutMs, toastDragPercent, banksLimit, listLimit, copyrightFrom } = limits
  assert.deepEqual(
    [footerScrollDelayMs, chunkTimeoutMs, toastDragPercent, banksLimit, listLimit, copyrightFrom],
    [1000, 120_000, 80, 100_000, 10, 2019],
  )
  assert.deepEqual(Object.values(limits.downloads), [
    'transaction.csv',
    'customer.csv',
    'invoice.csv',
    'settlement.csv',
  ])
  assert.deepEqual({ ...limits.modeLabel }, { TEST: 'Test Mode', LIVE: 'Live Mode' })
})

const successMessages = [
  'Your email verification link has been resent',
  'Your Request has been successfully sent, please check your mail for further process',
  'Your password reset was successful, you can now login with your new password',
  'You have successfully updated part of your details!!!',
  'Your kyc document has been successfully updated, we will keep you posted for further actions',
  'You have successfully submitted bank details!!!',
  'You have successfully added a business',
  'Password has been successfully updated',
  'Profile updated successfully',
  'You have successfully added a customer',
  'You have successfully updated customer detail',
  'You have successfully downloaded the csv',
  'Payment link has been successfully deleted!!',
  'Payment link has been successfully updated!!!',
  'You have successfully added your bank details',
  'You have successfully updated your bank details',
  'You have successfully deleted a bank account',
  'Plan Successfully Deleted!!!',
  'Subscription Successfully Cancelled',
  'CSV was downloaded successfully',
  'Successfully Published',
  'Successfully Unpublished',
]

test('every success message of section 8 is in the catalogue, word for word [S8-05]', () => {
  const catalogue = new Set<unknown>(Object.values(messages))
  assert.deepEqual(
    successMessages.filter((sentence) => !catalogue.has(sentence)),
    [],
  )
})

test('a sentence of the catalogue is written nowhere else [S8-05]', () => {
  const sentences = Object.values(messages).filter(
    (value) => typeof value === 'string' && value.includes(' ') && value.length > 12,
  )
  const sources = listFiles('*.ts', '*.tsx').filter(
    (file) => !/\.(test|spec)\.ts$|^contract\/messages\.ts$|^e2e\//.test(file),
  )
  const copies = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
    return sentences.filter((sentence) => text.includes(String(sentence))).map((sentence) => `${file}: ${sentence}`)
  })
  assert.deepEqual(copies, [])
})
