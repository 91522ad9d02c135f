import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '@adire/contract/endpoints.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'

/** The calls of section 7 that exist by now; the rest of the section joins this list with its feature. */
const specified = [
  'POST core/api/v1/users/verify-email',
  'POST core/api/v1/users/resend-verification-email',
  'GET core/api/v1/merchant-categories',
  'GET core/api/v1/business-types',
  'GET core/api/v1/merchants',
  'POST core/api/v1/merchants',
  'GET core/api/v1/merchants/{}',
  'GET core/api/v1/merchants/{}/kyc-status',
  'POST core/api/v1/merchants-onboarding/{}',
  'GET core/api/v1/merchants/mode-type',
  'POST core/api/v1/merchants/change-mode-type',
  'GET core/countries',
  'GET core/countries/{}/states',
  'GET collections/payments/filter',
  'GET collections/payments/{}',
  'GET collections/payments/over-view',
  'GET collections/payments/over-view/series',
  'GET core/payment-links',
  'POST core/payment-links',
  'GET core/payment-links/check-availability',
  'GET core/payment-links/plans-type',
  'GET core/payment-links/{}',
  'POST core/payment-links/{}',
  'DELETE core/payment-links/{}',
  'POST core/payment-links/{}/publish',
]

test('every call of section 7 that is built stands in the contract under its specified path [S7.2-01] [S7.3-01] [S7.5-03]', () => {
  const declared = Object.values(endpoints).map(
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

test('the sentences the specification fixes are kept word for word', () => {
  assert.equal(messages.errorTitle, 'It seems an error occured!')
  assert.equal(messages.network, 'Something went wrong, Kindly check your network and try again later')
  assert.equal(messages.atLeast(8), 'This field must be at least 8 characters long')
})
