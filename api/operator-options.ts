import { Day } from '@adire/contract/fields.ts'
import { problem } from './http/problem.ts'

/**
 * A Lagos day of the command line, `--<name> 2026-03-18`.
 * @throws 422 validation_error
 */
export function parseDayOption(name: string, text: string | undefined): string {
  const day = Day.safeParse(text).data
  if (!day) throw problem.field(name, `Enter --${name} as a day, such as 2026-03-18`)
  return day
}

/**
 * A whole number of the command line, from 0 to `most`.
 * @throws 422 validation_error
 */
export function parseIntegerOption(name: string, text: string | undefined, max: number): number {
  const value = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) throw problem.field(name, `--${name} must be a whole number from 0 to ${max}`)
  return value
}
