import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCustomer } from '@adire/contract/customers.ts'
import { register } from '@adire/contract/registration.ts'
import pg from 'pg'
import { type TestApp, testApp } from '../testing/app.ts'
import { describeError, errorSummary, maskText, terminalMessage } from './describe-error.ts'

/** The log text once `pattern` matches `times` times, or its content after a minute, for which only a test that fails waits. */
async function logged(api: TestApp, pattern: RegExp, times: number): Promise<string> {
  const file = join(api.runtime.config.dataDir, 'log', 'adire.log')
  for (const deadline = Date.now() + 60_000; ; ) {
    api.log.flush()
    const text = await readFile(file, 'utf8').catch(() => '')
    if ([...text.matchAll(pattern)].length >= times || Date.now() > deadline) return text
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Locks tables while the callback runs. */
async function locking(api: TestApp, tables: string, callback: () => Promise<void>) {
  const client = new pg.Client({ connectionString: api.runtime.database.url })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${tables} in access exclusive mode`)
  await callback().finally(() => client.end())
}

test('a failed statement is logged with its error and without user input', async (t) => {
  const api = await testApp(t, { LOG_LEVEL: 'error' })
  const { call } = api.as(await api.createUser('Ade'))
  const customer = { email: 'pii-leak@example.com', firstName: 'Adaeze', lastName: 'Secretname', phone: '08031234567' }
  const owner = {
    email: 'leak-owner@example.com',
    businessName: 'Hidden Ventures',
    countryId: 566,
    password: 'Hidden-1',
  }
  await locking(api, 'customers', () => assert.rejects(call(createCustomer, customer)))
  await locking(api, 'users', () => assert.rejects(api.asClient().call(register, owner)))
  const text = await logged(api, /request broke/g, 2)
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request broke')
  assert.equal(lines.length, 2)
  for (const { err } of lines) {
    assert.equal(err.cause.code, '55P03')
    assert.match(err.statement, /^(select|insert|update)/)
    assert.match(err.stack, /^\s+at /)
  }
  assert.doesNotMatch(text, /pii-leak|leak-owner|Secret|Adaeze|8031234|argon2|Hidden/)
})

test('a PostgreSQL error names the violated constraint, not the value', async (t) => {
  const api = await testApp(t)
  await api.runtime.database.write(async (tx) => {
    const failure = async (text: string, values: unknown[]) => {
      await tx.$client.query('savepoint one')
      const error: Error = await tx.$client.query(text, values).then(
        () => assert.fail('it should fail'),
        (thrown) => thrown,
      )
      await tx.$client.query('rollback to savepoint one')
      return error
    }
    const value = await failure('select $1::text::uuid', ['ada@example.com'])
    assert.deepEqual(describeError(value), {
      name: 'error',
      message: 'invalid input syntax for type uuid',
      code: '22P02',
      stack: (describeError(value) as { stack: string }).stack,
    })
    assert.equal(terminalMessage(value), 'PostgreSQL 22P02: invalid input syntax for type uuid')
    await tx.$client.query('create temporary table one (email text primary key) on commit drop')
    await tx.$client.query(`insert into one values ('ada@example.com')`)
    const twice = describeError(await failure('insert into one values ($1)', ['ada@example.com']))
    assert.equal((twice as { constraint: string }).constraint, 'one_pkey')
    assert.doesNotMatch(JSON.stringify(twice), /ada@/)
  })
})

test('an error of a mail server, a library or our code is masked before it is stored', () => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$RIb0abc$def'
  const message = `550 <ada@example.com> unknown, +2348031234567, 4084 0840 8408 4081, sk_test_${'a'.repeat(32)}, ${hash}`
  assert.equal(maskText(message), '550 <[email]> unknown, [number], [card ending 4081], sk_test_[removed], [hash]')
  assert.equal(errorSummary(new Error(message)).includes('ada@'), false)
  assert.equal(terminalMessage(new Error('There is no user ada@example.com')), 'There is no user ada@example.com')
  const connecting = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1')])
  assert.equal(terminalMessage(connecting), 'connect ECONNREFUSED 127.0.0.1:1')
  assert.equal(describeError('text'), 'text')
})
