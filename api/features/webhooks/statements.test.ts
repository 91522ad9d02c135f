import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { recordStatements } from '../../testing/record-statements.ts'
import { webhookFixture } from '../../testing/webhook-fixture.ts'
import { deliverDueWebhooks } from './deliver.ts'

test('a delivery takes at most 5 statements besides those of its job, and five of one endpoint take as many together', async (t) => {
  const { app, merchantId, endpoint, send, rows } = await webhookFixture(t)
  const deliver = () => deliverDueWebhooks(jobUnitOfWork(app.runtime), { merchantId, endpointId: endpoint.id })
  for (const [events, maxStatements] of [
    [1, 5],
    [5, 5],
    [11, 15],
  ] as const) {
    for (let n = 0; n < events; n++) await send()
    const sent = await recordStatements(app.runtime.database.url, deliver)
    assert.ok(sent.length <= maxStatements, `${events} events, ${sent.length} statements:\n${sent.join('\n')}`)
  }
  assert.equal((await rows({ state: 'delivered' })).length, 17)
})
