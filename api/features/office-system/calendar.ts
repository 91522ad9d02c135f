import type { listHolidays, removeHoliday, saveHoliday } from '@adire/contract/back-office/system.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, asc, gte, lte } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { deleteHoliday, storeHoliday } from '../settlements/holidays.ts'
import { holidays } from '../settlements/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

/** Holidays of a year; default: of this one. */
export async function listHolidaysHandler({ tx, realNow }: StaffContext, { year }: ParsedInput<typeof listHolidays>) {
  const which = year ?? lagosDay(realNow).slice(0, 4)
  const content = await tx
    .select()
    .from(holidays)
    .where(and(gte(holidays.day, `${which}-01-01`), lte(holidays.day, `${which}-12-31`)))
    .orderBy(asc(holidays.day))
    .limit(366)
  return { content }
}

export async function saveHolidayHandler(context: StaffContext, { day, name }: ParsedInput<typeof saveHoliday>) {
  const { before, isChanged } = await storeHoliday(context.tx, day, name)
  if (!isChanged) return { day, name }
  await recordStaffEvent(context, {
    action: 'holiday.saved',
    object: day,
    ...(before !== undefined && { before: { name: before } }),
    after: { name },
  })
  return { day, name }
}

export async function removeHolidayHandler(context: StaffContext, { day }: ParsedInput<typeof removeHoliday>) {
  const [removed] = await deleteHoliday(context.tx, day).returning()
  if (removed)
    await recordStaffEvent(context, { action: 'holiday.removed', object: day, before: { name: removed.name } })
}
