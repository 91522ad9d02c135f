import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { expect } from '@playwright/test'
import type { Business } from './business.ts'

const lagosOffsetMs = 3_600_000
const dayMs = 86_400_000
const noonMs = dayMs / 2

/** The Lagos day so many days from now, whatever the hour and the zone of the machine. */
export const lagosDay = (days: number) => new Date(Date.now() + lagosOffsetMs + days * dayMs).toISOString().slice(0, 10)

/** Moves a business's time to an instant, and waits (ms) until all that was due on the way has happened. */
export async function moveTo(business: Business, to: Date, timeout = 60_000): Promise<void> {
  await business.call(moveTestClock, { to: to.toISOString() })
  await expect.poll(async () => (await business.call(getTestClock, {})).isMoving, { timeout }).toBe(false)
}

/** Noon in Lagos, so many days after today there: what is due at nine has happened, whatever the hour of the test. */
export async function moveToNoon(business: Business, days: number): Promise<void> {
  const { now } = await business.call(getTestClock, {})
  const today = new Date(Date.parse(now) + lagosOffsetMs).toISOString().slice(0, 10)
  await moveTo(business, new Date(Date.parse(today) + days * dayMs + noonMs - lagosOffsetMs))
}

/** So many days ahead of where it stands. */
export async function moveByDays(business: Business, days: number, timeout?: number): Promise<void> {
  const { now } = await business.call(getTestClock, {})
  await moveTo(business, new Date(Date.parse(now) + days * dayMs), timeout)
}
