import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type downloadJournal, type JournalAccount, journalAccounts } from '@adire/contract/reports.ts'
import type { MerchantContext } from '../../context.ts'
import { loadJournalAccounts } from './journal-accounts.ts'
import { writeJournal } from './journal-templates.ts'
import { type DayMoves, readDayMoves, requireReportPeriod } from './moves.ts'

/** Line of a journal: a debit above zero or a credit below zero, in kobo. */
export interface JournalLine {
  day: string
  account: JournalAccount
  amountKobo: number
}

type Effects = Partial<Record<JournalAccount, number>>

/** Account that explains what a movement did to the balances and to the shares of recipients; their change is its opposite. */
const explainedBy: Partial<Record<DayMoves['kind'], JournalAccount>> = {
  card_check: 'cardChecks',
  refund: 'refunds',
  dispute: 'disputes',
  payout: 'duty',
  paid: 'bank',
}

/** Effects of movements on the accounts. Their sum is zero. */
function toEffects(moves: DayMoves): Effects {
  const { kind, clearingKobo, reserveKobo, advancesKobo, grossKobo, feesKobo, vatKobo, sharesKobo } = moves
  const balances = { clearing: clearingKobo, reserve: reserveKobo, advances: advancesKobo }
  if (kind === 'payment') return { ...balances, fees: feesKobo, vat: vatKobo, shares: sharesKobo, sales: -grossKobo }
  const explained = explainedBy[kind]
  return explained
    ? { ...balances, shares: sharesKobo, [explained]: -(clearingKobo + reserveKobo + advancesKobo + sharesKobo) }
    : balances
}

/** Lines of the journals of all days, oldest first, one per account and day; debits before credits. */
function toJournalLines(moves: readonly DayMoves[]): JournalLine[] {
  const days = Map.groupBy(moves, ({ day }) => day)
  return [...days].flatMap(([day, movesOfDay]) => {
    const sums = new Map<JournalAccount, number>()
    for (const effects of movesOfDay.map(toEffects))
      for (const [account, kobo] of Object.entries(effects) as [JournalAccount, number][])
        sums.set(account, (sums.get(account) ?? 0) + kobo)
    return Object.keys(journalAccounts)
      .map((account) => ({ day, account: account as JournalAccount }))
      .map((line) => ({ ...line, amountKobo: sums.get(line.account) ?? 0 }))
      .filter(({ amountKobo }) => amountKobo !== 0)
      .sort((one, other) => Number(one.amountKobo < 0) - Number(other.amountKobo < 0))
  })
}

/** Journal of a period in the template of an accounting program. */
export async function* downloadJournalHandler(
  context: MerchantContext,
  { from, to, template }: ParsedInput<typeof downloadJournal>,
) {
  requireReportPeriod(from, to)
  const lines = toJournalLines(await readDayMoves(context, { from, to }))
  const accounts = await loadJournalAccounts(context)
  yield writeJournal(template, lines, { accounts, brand: context.config.brand.name })
}
