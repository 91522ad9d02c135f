import type pg from 'pg'
import {
  downloadSettlements,
  getSettlement,
  getSettlementAnalytics,
  getUnsettled,
  listSettlementLines,
  listSettlements,
} from '../../contract/settlements.ts'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'
import { dayAfter, isWorkingDay, toInstant, toLagosDay } from '../days.ts'
import type { ModelBusiness } from '../model.ts'
import { dutyOn } from '../money.ts'
import { parseCsv, parseNaira } from './csv.ts'

type MustCall = ReturnType<SimulationScene['as']>['mustCall']

/** Every settlement equals the sum of its payments, and the export and the stats agree. */
export async function checkSettlements(scene: SimulationScene, business: ModelBusiness): Promise<void> {
  const { mustCall } = scene.as(business.user)
  const rows = await readAllPages((offset) => mustCall(listSettlements, { limit: 100, offset }))
  let closedKobo = 0
  const details = []
  for (const { id } of rows.toReversed()) {
    const found = await mustCall(getSettlement, { id })
    const closing = await checkLines(mustCall, found, closedKobo)
    if (found.status === 'success') closedKobo = closing
    details.push(found)
  }
  await checkFile(mustCall, details)
  await checkAnalytics(scene, mustCall, details)
}

type Details = Awaited<ReturnType<MustCall>> & {
  id: string
  status: string
  dueOn: string
  amountKobo: number
  figures: Record<string, number>
  days: { paymentCount: number; grossKobo: number; feesKobo: number; vatKobo: number }[]
  attempts: number
  paymentCount: number
}

async function checkLines(mustCall: MustCall, settlement: unknown, closedKobo: number): Promise<number> {
  const { id, status, dueOn, amountKobo, figures, paymentCount } = settlement as Details
  const lines = await readAllPages((offset) => mustCall(listSettlementLines, { settlementId: id, limit: 100, offset }))
  const payments = lines.filter(({ type }) => type === 'payment')
  const sum = (
    of: readonly { grossKobo: number; feeKobo: number; vatKobo: number; amountKobo: number }[],
    what: 'grossKobo' | 'feeKobo' | 'vatKobo' | 'amountKobo',
  ) => of.reduce((total, line) => total + line[what], 0)
  const what = `A settlement that is ${status}`
  assertSame('settlements', `${what}: its payments`, paymentCount, payments.length)
  assertSame(
    'settlements',
    `${what}: gross, fees, VAT`,
    [figures.grossKobo, figures.feesKobo, figures.vatKobo],
    [sum(payments, 'grossKobo'), -sum(payments, 'feeKobo') || 0, -sum(payments, 'vatKobo') || 0],
  )
  assertSame('settlements', `${what}: opening balance`, figures.openingKobo, closedKobo)
  assertSame('settlements', `${what}: difference to the books`, figures.differenceKobo, 0)
  const total = sum(lines, 'amountKobo')
  if (status === 'success' || status === 'processing') {
    assertSame('settlements', `${what}: what reaches the bank of ${total}`, amountKobo, total - dutyOn(total))
    assertThat('thresholds', total >= 100_000, () => `A settlement of ${total} kobo was paid`)
  }
  assertThat('days', isWorkingDay(dueOn), () => `A settlement is due on ${dueOn}, when no bank works`)
  for (const { at } of payments)
    assertThat('days', toLagosDay(at) < dueOn, () => `A payment of ${at} is settled on ${dueOn}`)
  return figures.closingKobo!
}

/** Compares the downloaded file line by line. */
async function checkFile(mustCall: MustCall, details: readonly unknown[]): Promise<void> {
  const file = parseCsv(await mustCall(downloadSettlements, {}))
  assertSame('exports', 'Settlements in the file', file.length, details.length)
  const inOrder = (details as Details[]).map(({ figures }) => [figures.grossKobo!, figures.feesKobo!, figures.vatKobo!])
  const column = (row: Record<string, string>, name: RegExp) =>
    parseNaira(row[Object.keys(row).find((key) => name.test(key)) ?? ''])
  const read = file.map((row) =>
    [column(row, /gross|customers paid/i), column(row, /^fees?/i), column(row, /^vat/i)].map(Math.abs),
  )
  const total = (all: number[][], index: number) => all.reduce((sum, row) => sum + Math.abs(row[index]!), 0)
  for (const index of [0, 1, 2])
    assertSame(
      'exports',
      `The column ${['gross', 'fees', 'VAT'][index]} of the file`,
      total(read, index),
      total(inOrder, index),
    )
}

async function checkAnalytics(
  { environment }: SimulationScene,
  mustCall: MustCall,
  details: readonly unknown[],
): Promise<void> {
  const to = toLagosDay(environment.now())
  const { days, paidKobo } = await mustCall(getSettlementAnalytics, { from: dayAfter(to, -120), to })
  const paid = (details as Details[]).filter(({ status }) => status === 'success')
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  assertSame('analytics', 'What was paid out', paidKobo, sum(paid.map(({ amountKobo }) => amountKobo)))
  assertSame(
    'analytics',
    'Fees and VAT of what was paid out',
    sum(days.map(({ feesKobo }) => Math.abs(feesKobo))),
    sum(paid.map(({ figures }) => Math.abs(figures.feesKobo!) + Math.abs(figures.vatKobo!))),
  )
}

/** The reported balances are the plain sums of the ledger lines. */
export async function checkReportedBalances(
  scene: SimulationScene,
  db: pg.Client,
  business: ModelBusiness,
): Promise<void> {
  const reported = await scene.as(business.user).mustCall(getUnsettled, {})
  const { rows } = await db.query<{ kind: string; kobo: number }>(
    `select account.kind, sum(line.amount_kobo)::float8 as kobo from ledger_accounts account
     join ledger_lines line on line.account_id = account.id where account.owner = $1 group by account.kind`,
    [business.user.merchantId],
  )
  const plain = (kind: string) => rows.find((row) => row.kind === kind)?.kobo ?? 0
  assertSame(
    'balances',
    `The balances that ${business.name} is shown`,
    [
      reported.pendingKobo,
      reported.availableKobo,
      reported.reservedKobo,
      reported.inPayoutKobo,
      reported.unsettledKobo,
    ],
    [
      plain('pending'),
      plain('available'),
      plain('reserved'),
      plain('in_payout'),
      plain('pending') + plain('available') + plain('in_payout'),
    ],
  )
}

/** No account gets another payout after it has returned three, and no settlement is held earlier; counts the attempts independently. */
export async function returnedPayouts({ model }: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ id: string; account: string; attempt: number }>(
    `select payout.settlement_id as id, payout.account_number as account, payout.attempt from payouts payout
     join sandbox_transfers sent on sent.reference = payout.reference
       and (sent.status = 'returned' or sent.reference = any($1))
     where payout.status = 'returned'`,
    [[...model.changedPayouts.keys()]],
  )
  const since = rows.filter(({ id, attempt }) => attempt > (model.confirmed.get(id) ?? 0))
  const counts = Map.groupBy(since, ({ id, account }) => `${id} ${account}`)
  for (const [key, { length: times }] of counts)
    assertThat(
      'endless retry',
      times <= 3,
      () => `${times} payouts of one settlement came back from ${key.split(' ')[1]}`,
    )
  const { rows: held } = await db.query<{ id: string; account: string }>(
    `select id, account_number as account from settlements where status = 'on_hold' and hold_reason = 'payouts_returned'`,
  )
  for (const { id, account } of held)
    assertSame(
      'endless retry',
      'Payouts that came back of a settlement on hold',
      counts.get(`${id} ${account}`)?.length ?? 0,
      3,
    )
}

export async function readAllPages<T>(read: (offset: number) => Promise<{ content: T[] }>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { content } = await read(all.length)
    all.push(...content)
    if (content.length < 100) return all
  }
}

/**
 * On the morning of a working day, all proceeds of earlier days are in a settlement that was sent to the bank; except if the
 * bank had not confirmed the previous settlement when settlements were created. `bankIsSilent`: a payout that came back is not
 * sent again before the bank confirms that it did.
 */
export async function checkSettlementsCreated(
  db: pg.Client,
  now: Date,
  { bankIsSilent }: { bankIsSilent: boolean },
): Promise<void> {
  const today = toLagosDay(now)
  if (!isWorkingDay(today)) return
  const { rows: late } = await db.query<{ status: string; due: string }>(
    `select status, due_on::text as due from settlements where status = 'pending' and due_on <= $1 and (attempts = 0 or not $2)`,
    [today, bankIsSilent],
  )
  assertThat('days', late.length === 0, () => `A settlement that was due on ${late[0]!.due} is not sent on ${today}`)
  const { rows: left } = await db.query<{ kobo: number }>(
    `select sum(line.amount_kobo)::float8 as kobo from ledger_lines line
     join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'
     join ledger_entries entry on entry.id = line.entry_id
     where entry.at < $1 and split_part(entry.reference, ':', 1) = 'payment'
       and not exists (select 1 from settlement_lines known where known.entry_id = entry.id and known.owner_id::text = account.owner)
       and not exists (
         select 1 from settlements open join payouts payout on payout.settlement_id = open.id
         where open.owner_id::text = account.owner and payout.requested_at < $2 and coalesce(payout.ended_at, $2) >= $2)
     group by account.owner having sum(line.amount_kobo) >= 100000`,
    [toInstant(today), toInstant(today, 1)],
  )
  // Later refunds and disputes may leave less than the minimum payout.
  const { rows: taken } = await db.query<{ kobo: number }>(
    `select coalesce(-sum(line.amount_kobo), 0)::float8 as kobo from ledger_lines line
     join ledger_accounts account on account.id = line.account_id and account.kind in ('pending', 'available')
     join ledger_entries entry on entry.id = line.entry_id
     where line.amount_kobo < 0 and split_part(entry.reference, ':', 1) in ('refund', 'dispute')
       and not exists (select 1 from settlement_lines known where known.entry_id = entry.id and known.owner_id::text = account.owner)`,
  )
  for (const { kobo } of left)
    assertThat(
      'days',
      kobo - taken[0]!.kobo < 100_000,
      () => `${kobo} kobo of the days before ${today} are in no settlement`,
    )
}
