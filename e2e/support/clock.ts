import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { expect } from '@playwright/test'
import type { Business } from './business.ts'

/** Moves a business's time to an instant, and waits (ms) until all that was due on the way has happened. */
export async function moveTo(business: Business, to: Date, timeout = 60_000): Promise<void> {
  await business.call(moveTestClock, { to: to.toISOString() })
  await expect.poll(async () => (await business.call(getTestClock, {})).isMoving, { timeout }).toBe(false)
}

/** So many days ahead of where it stands. */
export async function moveByDays(business: Business, days: number, timeout?: number): Promise<void> {
  const { now } = await business.call(getTestClock, {})
  await moveTo(business, new Date(Date.parse(now) + days * 86_400_000), timeout)
}
