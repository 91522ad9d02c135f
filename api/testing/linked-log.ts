import type { TestContext } from 'node:test'
import { recordAuditEvent } from '../features/audit/audit.ts'
import { checkAuditChains, linkAuditEvents } from '../features/audit/chain.ts'
import { testApp } from './app.ts'

/** A business with some linked events. */
export async function linkedLog(t: TestContext, count = 5) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  const { write } = api.runtime.database
  const now = api.runtime.clock()
  const origin = { requestId: 'r', ip: '102.89.34.7', userAgent: null }
  const record = (index: number) =>
    write((tx) =>
      recordAuditEvent(
        { tx, mode: 'TEST', now, realNow: now, config: api.runtime.config, vault: api.runtime.vault, origin },
        {
          action: 'merchant.updated',
          object: `Change ${index}`,
          before: { city: 'Aba', step: index },
          after: { city: 'Ìbàdàn', step: index + 0.5 },
          merchantId: owner.merchantId,
        },
      ),
    )
  for (let index = 0; index < count; index++) await record(index)
  // Two processes at once: each event is linked once.
  await Promise.all([write(linkAuditEvents), write(linkAuditEvents)])
  await write(linkAuditEvents)
  const check = () => checkAuditChains((use) => write((tx) => use({ tx, now: api.runtime.clock() })))
  const change = (text: string) => write((tx) => tx.$client.query(text))
  return { api, owner, write, record, check, change }
}
