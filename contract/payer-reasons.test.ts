import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainFailure } from './payer-reasons.ts'

test('an email tells the payer why a charge failed in plain words, and nothing about a card where an account was debited', () => {
  const explain = (failureCode: string | null, failureMessage: string, paidBy: 'card' | 'account') =>
    explainFailure({ failureCode, failureMessage }, paidBy)
  assert.equal(
    explain('issuer_unavailable', 'Issuer or switch inoperative', 'account'),
    'Your bank could not be reached.',
  )
  assert.equal(
    explain('limit_exceeded', 'Transfer limit exceeded', 'card'),
    'The amount is above the limit of this card.',
  )
  assert.equal(explain('limit_exceeded', 'Transfer limit exceeded', 'account'), 'Transfer limit exceeded.')
  assert.equal(explain('authentication_required', 'Confirmation required', 'card'), 'Confirmation required.')
  assert.equal(explain(null, 'Cancelled by the business', 'account'), 'Cancelled by the business.')
})
