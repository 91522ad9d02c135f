import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reusedDatabase } from '../../testing/reused-database.ts'
import { sandboxMandateBank } from './mandates.ts'
import { openSandboxConnector } from './sandbox.ts'
import { sandboxStore } from './store.ts'

/** Published test accounts, each with the final status of its mandate and the outcomes of three debit attempts. */
const accounts: [number: string, status: string, attempts: string[], after: string][] = [
  ['0000000018', 'active', ['success', 'success', 'success'], 'active'],
  ['0000000025', 'awaits_transfer', [], 'awaits_transfer'],
  ['0000000032', 'active', ['insufficient_funds', 'insufficient_funds', 'success'], 'active'],
  ['0000000049', 'active', ['insufficient_funds', 'insufficient_funds', 'insufficient_funds'], 'active'],
  ['0000000056', 'rejected', [], 'rejected'],
  ['0000000063', 'active', ['success', 'mandate_suspended', 'mandate_suspended'], 'suspended'],
  ['0000000070', 'active', ['account_closed', 'account_closed', 'account_closed'], 'active'],
  ['0000000087', 'active', ['issuer_unavailable', 'success', 'success'], 'active'],
]

test('each published test account has its published effect on a mandate and its debits', async (t) => {
  const database = await reusedDatabase(t)
  let now = new Date('2026-11-21T09:00:00Z')
  const store = sandboxStore((callback) => database.write((tx) => callback({ tx, now })))
  const connector = openSandboxConnector({ store, bankPageUrl: 'http://bank.test' })
  const bank = sandboxMandateBank(store)
  for (const [accountNumber, expectedKind, ends, after] of accounts) {
    const reference = `MND-${accountNumber}`
    const terms = { limitKobo: 1, maxTotalKobo: null, startOn: '', endOn: null, narration: '' }
    const request = { ...terms, accountName: '', email: 'ada@example.com', returnUrl: 'http://adire.test' }
    await connector.mandates.open({ reference, bankCode: '058', accountNumber, ...request })
    await bank.transfer(reference, 'exact')
    const kind = async () => (await connector.mandates.query(reference)).kind
    if (expectedKind === 'active') {
      assert.equal(await kind(), 'awaits_bank')
      now = new Date(now.getTime() + 10_000)
      assert.deepEqual(await connector.mandates.query(reference), {
        kind: 'active',
        ready: false,
        checkAgainAt: new Date(now.getTime() + 10_000),
      })
    }
    now = new Date(now.getTime() + 10_000)
    assert.equal(await kind(), expectedKind, accountNumber)
    const seen: string[] = []
    for (const attempt of ends.map((_, index) => index + 1)) {
      const debit = {
        reference: `pay_${accountNumber}_${attempt}`,
        mandateReference: reference,
        amountKobo: 1,
        attempt,
      }
      const outcome = await connector.mandates.debit(debit)
      assert.deepEqual(await connector.mandates.debit(debit), outcome)
      seen.push(outcome.kind === 'failed' ? outcome.reason : outcome.kind)
    }
    assert.deepEqual(seen, ends, accountNumber)
    assert.equal(await kind(), after, accountNumber)
  }
})
