import type { TestContext } from 'node:test'
import sharp from 'sharp'
import { openLive } from '../features/onboarding/open-live.ts'
import { testApp } from './app.ts'
import { confirmSessions, type TestUser } from './users.ts'

/** A business in both modes, without objects in Live Mode: its owner calls Test Mode with `call` and Live Mode with `live`. */
export async function promotionFixture(t: TestContext) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  await confirmSessions(api, owner)
  const liveId = await api.runtime.database.write((tx) => openLive(tx, owner.merchantId, api.runtime.clock()))
  const asLive = (user: TestUser) => api.as({ ...user, merchantId: liveId }, 'LIVE').call
  return { api, owner, liveId, call: api.as(owner).call, asLive, live: asLive(owner) }
}

/** A picture to upload. Sizes are in pixels. */
export async function drawPicture(name: string, width: number, height: number): Promise<File> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#2450d8' } })
  return new File([new Uint8Array(await drawn.png().toBuffer())], name)
}
