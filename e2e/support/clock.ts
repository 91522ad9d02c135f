import { dayMs, lagosOffsetMs } from '@adire/contract/durations.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { expect } from '@playwright/test'
import type { Business } from './business.ts'

const noonMs = dayMs / 2

/** Moves a business's clock to an instant, and waits up to `timeout` ms until everything due on the way is done. */
export async function moveTo(business: Business, to: Date, timeout = 60_000): Promise<void> {
  await business.call(moveTestClock, { to: to.toISOString() })
  await expect.poll(async () => (await business.call(getTestClock, {})).isMoving, { timeout }).toBe(false)
}

const lagosDate = (instant: number) => new Date(instant + lagosOffsetMs).toISOString().slice(0, 10)

/** Lagos day in this number of days, whatever the hour and the machine's time zone. */
export const lagosDay = (days: number) => lagosDate(Date.now() + days * dayMs)

/** Lagos day of a business's clock, in this number of days: midnight may have passed since the story began, or its clock been moved. */
export async function businessDay(business: Business, days: number): Promise<string> {
  const { now } = await business.call(getTestClock, {})
  return lagosDate(Date.parse(now) + days * dayMs)
}

/** Moves to noon in Lagos of a day. */
export const moveToNoonOf = (business: Business, day: string) =>
  moveTo(business, new Date(Date.parse(day) + noonMs - lagosOffsetMs))

/** Moves to noon in Lagos after this number of days: jobs due at nine have run, whatever the hour of the test. */
export async function moveToNoon(business: Business, days: number): Promise<void> {
  await moveToNoonOf(business, await businessDay(business, days))
}

/** Moves the business's clock forward by this number of days. */
export async function moveByDays(business: Business, days: number, timeout?: number): Promise<void> {
  const { now } = await business.call(getTestClock, {})
  await moveTo(business, new Date(Date.parse(now) + days * dayMs), timeout)
}
