import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysUnknownAccount } from './unknown-account.ts'

test('only a rejection of the account itself says that a bank does not know it', () => {
  for (const text of [
    'Could not resolve account name. Check parameters or try again.',
    'Cannot resolve account',
    'Account details are invalid',
    'Invalid Account Number',
    'Account details not found',
    'Unknown bank code: 999',
  ])
    assert.ok(saysUnknownAccount(text), text)
  for (const text of [
    'Your account is restricted',
    'You cannot initiate third party payouts as a starter business. Your account must be validated',
    'Source account not found',
    'Invalid wallet account number',
    'This account has reached its limit of requests',
  ])
    assert.ok(!saysUnknownAccount(text), text)
})
