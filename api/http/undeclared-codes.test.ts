import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPayment } from '@adire/contract/payments.ts'
import fastify from 'fastify'
import { pino } from 'pino'
import { problem } from './problem.ts'
import { watchErrorCodes } from './undeclared-codes.ts'

test('an error code that the contract does not list for its endpoint is recorded once', () => {
  const app = fastify()
  const watchErrorCode = watchErrorCodes(app, pino({ level: 'silent' }))
  watchErrorCode(getPayment, problem.notFound('payment'))
  watchErrorCode(getPayment, problem.unauthenticated())
  watchErrorCode(undefined, problem.notFound('invoice'))
  assert.deepEqual([...app.undeclaredCodes], [])
  watchErrorCode(getPayment, problem.notFound('invoice'))
  watchErrorCode(getPayment, problem.notFound('invoice'))
  assert.deepEqual([...app.undeclaredCodes], ['GET payments/:id: invoice_not_found'])
})
