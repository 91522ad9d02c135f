import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { results } from '../web/languages/english/results.ts'
import { listFiles } from './files.ts'
import { specifiedCalls } from './specified-calls.ts'

test('the contract has each call of section 7 under its specified path and with its file name [S7.1-03] [S7.1-04] [S7.1-05] [S7.1-06] [S7.1-07] [S7.1-08] [S7.1-10] [S7.2-01] [S7.2-02] [S7.2-03] [S7.2-04] [S7.2-05] [S7.3-01] [S7.4-01] [S7.5-01] [S7.5-02] [S7.5-03] [S7.5-04] [S7.5-05] [S7.5-06] [S7.5-07] [S7.5-08]', () => {
  const declared = Object.values(allEndpoints).map(
    ({ method, server, path, downloads }) =>
      `${method} ${server}/${path.replace(/:\w+/g, '{}')}${downloads ? ` as ${downloads}` : ''}`,
  )
  assert.deepEqual(
    specifiedCalls.filter((call) => !declared.includes(call)),
    [],
  )
})

test('naira has two decimals, en-US separators and a non-breaking space after the code [S9-01]', () => {
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

/** Every text that the specification fixes, word for word. These are copies on purpose: the tests of screens compare with the catalogue. */
const fixedTexts = {
  // Validation (section 5)
  required: 'This field must not be empty!',
  email: 'Please enter a valid email address!',
  businessEmail: 'Please enter a valid email address',
  alphanumeric: 'Password Must be alphanumeric e.g @!Afu/12.',
  atLeast: 'This field must be at least 8 characters long',
  passwordsDiffer: 'New Password and confirm password must match',
  amountAtLeast: 'Amount cannot be less than 100',
  digitsOnly: 'This field must contain numbers only!',
  bankRequired: 'Bank is required!',
  aliasRequired: 'Alias is required!',
  accountNumberRequired: 'Account Number is required!',
  accountUnknown: 'This Account does not exist with this bank',

  // Errors (section 8)
  network: 'Something went wrong, Kindly check your network and try again later',
  tryAgainLater: 'Something went wrong please try again later',
  plansFailed: 'something went wrong',
  wentWrong: 'Something went wrong',
  offline: 'You are currently offline',
  errorTitle: 'It seems an error occured!',
  errorOnline: 'Kindly go back or reload this page',
  errorOffline: 'Check your network and click on the blue button',
  reload: 'Reload',
  notFoundTitle: "It seems you're lost!",
  notFoundSubtitle: 'Spaceship Not Found',
  notFoundText: "It's like you fell out of the previous spaceship, kindly make use of the blue button to go back home",
  goHome: 'Go Home',

  // Success (section 8)
  verificationResent: 'Your email verification link has been resent',
  resetRequested: 'Your Request has been successfully sent, please check your mail for further process',
  passwordReset: 'Your password reset was successful, you can now login with your new password',
  detailsUpdated: 'You have successfully updated part of your details!!!',
  kycDocumentUpdated: 'Your kyc document has been successfully updated, we will keep you posted for further actions',
  bankDetailsSubmitted: 'You have successfully submitted bank details!!!',
  businessAdded: 'You have successfully added a business',
  passwordUpdated: 'Password has been successfully updated',
  profileUpdated: 'Profile updated successfully',
  customerAdded: 'You have successfully added a customer',
  customerUpdated: 'You have successfully updated customer detail',
  csvDownloadedSuccessfully: 'You have successfully downloaded the csv',
  paymentLinkDeleted: 'Payment link has been successfully deleted!!',
  paymentLinkUpdated: 'Payment link has been successfully updated!!!',
  bankAdded: 'You have successfully added your bank details',
  bankUpdated: 'You have successfully updated your bank details',
  bankDeleted: 'You have successfully deleted a bank account',
  planDeleted: 'Plan Successfully Deleted!!!',
  subscriptionCancelled: 'Subscription Successfully Cancelled',
  csvDownloaded: 'CSV was downloaded successfully',
  published: 'Successfully Published',
  unpublished: 'Successfully Unpublished',

  // Screens (sections 2 and 4)
  loading: 'One Moment..',
  pleaseWait: 'Please Wait...',
  copied: 'Copied!',
  available: 'Available',
  notAvailable: 'Not Available',
  modeLabel: { TEST: 'Test Mode', LIVE: 'Live Mode' },
  footerHeadline: 'Get started now to grow your business.',
  footerEmailPlaceholder: 'Enter your email address',
  footerCreateAccount: 'Create Account',
  footerInvitation: "Let's create an account for you!",
  footerTouch: 'Get in Touch',
  deleteBankQuestion: 'Are You sure you want to Delete this Bank Account?',
  primaryAccount: 'Make this my Primary Account',
}

test('the catalogue has every text of the specification, word for word [S8-05]', () => {
  const { atLeast, amountAtLeast, ...texts } = messages
  assert.deepEqual({ ...texts, atLeast: atLeast(8), amountAtLeast: amountAtLeast(100) }, fixedTexts)
})

test('no source repeats a sentence of the catalogue [S8-05]', () => {
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

test('each error that the languages translate is one that a payer can get', () => {
  const sources = listFiles('*.ts').filter(
    (file) => /^(api|contract|web\/checkout)\//.test(file) && !/\.test\.ts$/.test(file),
  )
  const texts = [...sources.map((file) => readFileSync(file, 'utf8')), ...Object.values(fixedTexts)].join('\n')
  const unknown = Object.values(results.errors).filter((text) => !texts.includes(text))
  assert.deepEqual(unknown, [])
})
