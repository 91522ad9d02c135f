import type { downloadStatement, getStatement } from '@adire/contract/back-office/money.ts'
import { statementDays } from '@adire/contract/back-office/money.ts'
import type { StatementDay } from '@adire/contract/back-office/money-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { daysBetween } from '../../lagos.ts'
import { listDayStatements } from '../settlements/statements.ts'

type Period = ParsedInput<typeof getStatement>

/** Fees earned, taxes due, processor fees and reserve held, by Lagos day. */
export async function getStatementHandler(context: StaffContext, period: Period) {
  const days = await listDays(context, period)
  const sum = (field: Exclude<keyof StatementDay, 'day'>) => days.reduce((total, day) => total + day[field], 0)
  return {
    days,
    total: {
      feesKobo: sum('feesKobo'),
      vatKobo: sum('vatKobo'),
      stampDutyKobo: sum('stampDutyKobo'),
      processorFeesKobo: sum('processorFeesKobo'),
      // Days without any movement or reserve are left out: then nothing is held at the end.
      reserveKobo: days.at(-1)?.day === period.to ? days.at(-1)!.reserveKobo : 0,
    },
  }
}

async function listDays({ tx }: StaffContext, { mode, from, to }: Period): Promise<StatementDay[]> {
  requireDayOrder(from, to)
  if (daysBetween(from, to) > statementDays) throw problem.field('to', `Choose at most ${statementDays} days`)
  return (await listDayStatements(tx, mode, from, to)).map(({ mode: _, ...day }) => day)
}

const heads = [
  'Day',
  'Fees earned (NGN)',
  'VAT due (NGN)',
  'Stamp duty due (NGN)',
  'Processor fees (NGN)',
  'Reserve held (NGN)',
]

/** The same as a CSV file. */
export async function* downloadStatementHandler(context: StaffContext, period: ParsedInput<typeof downloadStatement>) {
  const days = await listDays(context, period)
  const lines = days.map(({ day, feesKobo, vatKobo, stampDutyKobo, processorFeesKobo, reserveKobo }) =>
    [day, ...[feesKobo, vatKobo, stampDutyKobo, processorFeesKobo, reserveKobo].map(toNaira)].join(','),
  )
  yield Buffer.from(`${[heads.join(','), ...lines].join('\r\n')}\r\n`)
}

const toNaira = (kobo: number) => (kobo / 100).toFixed(2)
