import type { Mode } from '@adire/contract/call.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { asc } from 'drizzle-orm'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { parseDayOption, parseIntegerOption } from '../../operator-options.ts'
import { findBusiness } from '../kyc/review.ts'
import { checkLedger } from './check-ledger.ts'
import { deleteHoliday, storeHoliday } from './holidays.ts'
import { acceptPrimaryAccount, freezePayouts, type PayoutTerms, setPayoutTerms } from './payout-terms.ts'
import { listDayStatements } from './statements.ts'
import { holidays } from './tables.ts'

export const moneyUsage = `
  ledger check                               checks the whole ledger: exit code 1 if anything is wrong
  ledger statement --from <day> --to <day>   fees earned, taxes due, processor fees, reserve held, by day and mode
       [--csv]                               as a file for a spreadsheet
  settlement terms <business>                how a business is settled
       [--reserve-bps <n> --reserve-days <n>] [--stamp-duty merchant|platform]
  settlement block <business> --reason "…"   pay nothing out to it
  settlement unblock <business>
  settlement accept-account <business>       its primary account is its own, despite the name at the bank
  holiday list
  holiday add <day> --reason <name>          a day on which banks do not pay
  holiday remove <day>`

export interface MoneyCommandOptions {
  reason: string | undefined
  from: string | undefined
  to: string | undefined
  csv: boolean
  reserveBps: string | undefined
  reserveDays: string | undefined
  stampDuty: string | undefined
}

/** Runs one command. Returns the exit code, or undefined if there is no such command. Errors are thrown. */
export async function runMoneyCommand(
  operator: OperatorContext,
  words: string[],
  choices: MoneyCommandOptions,
): Promise<number | undefined> {
  const [area, verb, about, ...more] = words
  if (more.length > 0) return undefined
  if (area === 'ledger' && about === undefined) {
    if (verb === 'check') return checkAndReport(operator)
    if (verb === 'statement') return statement(operator, choices)
  }
  if (area === 'holiday') return holiday(operator, verb, about, choices.reason?.trim())
  if (area === 'settlement' && about !== undefined) return settlement(operator, verb, about, choices)
  return undefined
}

/** Checks the ledger and prints the faults. Returns the exit code. */
export async function checkAndReport({ write, print }: Pick<OperatorContext, 'write' | 'print'>): Promise<number> {
  const { faults, entries, payments, settlements } = await checkLedger(write)
  for (const fault of faults) print(`✗ ${fault}`)
  print(`${entries} entries, ${payments} payments and ${settlements} settlements were looked at.`)
  print(faults.length === 0 ? '✓ The ledger is correct to the kobo.' : 'The ledger is wrong.')
  return faults.length === 0 ? 0 : 1
}

async function statement({ write, print }: OperatorContext, choices: MoneyCommandOptions) {
  const [from, to] = [parseDayOption('from', choices.from), parseDayOption('to', choices.to)]
  const modes: Mode[] = ['LIVE', 'TEST']
  const found = (
    await Promise.all(modes.map((mode) => write(({ tx }) => listDayStatements(tx, mode, from, to))))
  ).flat()
  const naira = (kobo: number) => (choices.csv ? (kobo / 100).toFixed(2) : formatNaira(kobo).padStart(20))
  const heads = [
    ...['Day', 'Mode', 'Fees earned (NGN)', 'VAT due (NGN)', 'Stamp duty due (NGN)'],
    ...['Processor fees (NGN)', 'Reserve held (NGN)'],
  ]
  if (choices.csv) print(heads.join(','))
  else
    print(
      `Day         Mode  ${heads
        .slice(2)
        .map((head) => head.replace(' (NGN)', '').padStart(20))
        .join('  ')}`,
    )
  for (const { day, mode, ...kobo } of found) {
    const cells = [kobo.feesKobo, kobo.vatKobo, kobo.stampDutyKobo, kobo.processorFeesKobo, kobo.reserveKobo].map(naira)
    print(choices.csv ? [day, mode, ...cells].join(',') : `${day}  ${mode}  ${cells.join('  ')}`)
  }
  return 0
}

async function holiday(
  { write, print }: OperatorContext,
  verb: string | undefined,
  text: string | undefined,
  name?: string,
) {
  if (verb === 'list' && text === undefined) {
    const known = await write(({ tx }) => tx.select().from(holidays).orderBy(asc(holidays.day)).limit(500))
    for (const each of known) print(`${each.day}  ${each.name}`)
    return 0
  }
  if (text === undefined || (verb === 'add' && !name) || (verb !== 'add' && verb !== 'remove')) return undefined
  const day = parseDayOption('day', text)
  await write<unknown>(({ tx }) => (verb === 'add' ? storeHoliday(tx, day, name!) : deleteHoliday(tx, day)))
  print(`${day} is ${verb === 'add' ? 'a' : 'no'} holiday.`)
  return 0
}

async function settlement(
  { write, print, reviewer }: OperatorContext,
  verb: string | undefined,
  code: string,
  choices: MoneyCommandOptions,
) {
  const reason = choices.reason?.trim()
  if (verb !== 'terms' && verb !== 'block' && verb !== 'unblock' && verb !== 'accept-account') return undefined
  if (verb === 'block' && !reason) return undefined
  return write(async (context) => {
    const business = await findBusiness(context.tx, code)
    if (verb === 'accept-account') {
      const accountNumber = await acceptPrimaryAccount(context, business, reviewer)
      print(`${business.merchantCode} is paid to ${accountNumber} from ${lagosDay(context.now)} on.`)
      return 0
    }
    if (verb !== 'terms') await freezePayouts(context, business, verb === 'block' ? reason! : null, reviewer)
    const terms = verb === 'terms' ? parseTerms(choices) : {}
    const { settings } = await setPayoutTerms(context, business, terms, reviewer)
    const { reserveBps, reserveDays, stampDutyBearer, blockedFor } = settings
    print(`${business.merchantCode}  ${business.businessName}`)
    print(`  reserve: ${reserveBps / 100} % for ${reserveDays} days`)
    print(`  stamp duty: borne by the ${stampDutyBearer}`)
    print(`  payouts: ${blockedFor ? `blocked (${blockedFor})` : 'open'}`)
    return 0
  })
}

function parseTerms({ reserveBps, reserveDays, stampDuty }: MoneyCommandOptions): Partial<PayoutTerms> {
  if (stampDuty !== undefined && stampDuty !== 'merchant' && stampDuty !== 'platform')
    throw problem.field('stamp-duty', '--stamp-duty must be merchant or platform')
  return {
    ...(reserveBps !== undefined && { reserveBps: parseIntegerOption('reserve-bps', reserveBps, 10_000) }),
    ...(reserveDays !== undefined && { reserveDays: parseIntegerOption('reserve-days', reserveDays, 730) }),
    ...(stampDuty !== undefined && { stampDutyBearer: stampDuty }),
  }
}
