import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Id, Kobo, Timestamp } from '@adire/contract/fields.ts'
import * as z from 'zod/mini'
import { buildSerializer } from './serializer.ts'

const Row = z.object({
  id: Id,
  at: Timestamp,
  kind: z.enum(['paid', 'failed']),
  currency: z.literal('NGN'),
  kobo: Kobo,
  rate: z.nullable(z.number()),
  note: z.optional(z.string()),
  counts: z.optional(z.partialRecord(z.enum(['paid', 'failed']), z.int())),
})
const take = buildSerializer(z.object({ content: z.array(Row), isLast: z.boolean() }))
const row = {
  id: crypto.randomUUID(),
  at: new Date().toISOString(),
  kind: 'paid',
  currency: 'NGN',
  kobo: 1,
  rate: null,
  counts: { paid: 2 },
}

test('fields that the contract does not have are dropped at every depth, and nothing else', () => {
  const taken = take({ content: [{ ...row, sealedToken: 'secret' }], isLast: true, passwordHash: 'secret' })
  assert.deepEqual(JSON.parse(JSON.stringify(taken)), { content: [row], isLast: true })
})

test('a value of another type is rejected as by the contract', () => {
  const wrong = {
    kind: 'lost',
    currency: 'USD',
    kobo: 1.5,
    rate: 'high',
    note: 5,
    at: new Date(),
    id: undefined,
    counts: { paid: 'two' },
  }
  for (const [name, value] of Object.entries(wrong))
    assert.throws(() => take({ content: [{ ...row, [name]: value }], isLast: true }), z.core.$ZodError, name)
  assert.throws(() => take({ content: [null], isLast: true }), z.core.$ZodError)
  assert.throws(() => take({ content: row, isLast: true }), z.core.$ZodError)
  assert.throws(() => take(undefined), z.core.$ZodError)
})

test('a schema that transforms or refines a value still works', () => {
  const short = buildSerializer(z.object({ name: z.string().check(z.trim(), z.maxLength(3)) }))
  assert.deepEqual(short({ name: ' Ade ' }), { name: 'Ade' })
  assert.throws(() => short({ name: 'Adebola' }), z.core.$ZodError)
})
