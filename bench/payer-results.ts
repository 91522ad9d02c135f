// What the benchmarks with payers check at their end, and how they report it.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../api/config.ts'
import { connectDatabase } from '../api/database/connect.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openStores } from '../api/files/stores.ts'
import { openLive } from '../api/jobs/live.ts'
import type { Runtime } from '../api/runtime.ts'
import { findFaults, openCount, readCounts } from './crash-checks.ts'
import type { Load, PaidPayment } from './failover-load.ts'
import { printLine } from './seeded.ts'

/** Interrupted work is resumed within minutes. */
const quietMs = 10 * 60_000

export async function openRuntime(url: string, dataDir: string): Promise<Runtime> {
  return {
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
    database: connectDatabase({ url, statementTimeoutMs: 600_000 }),
    signer: await openSigner(dataDir),
    ...(await openStores(dataDir)),
    live: openLive(url),
    clock: () => new Date(),
  }
}

/** Waits until nothing is unfinished: the checks are valid only then. */
export async function waitForQuiet(runtime: Runtime): Promise<void> {
  const quietBy = performance.now() + quietMs
  while ((await openCount(runtime)) > 0 && performance.now() < quietBy) await pause(1000)
}

/** Times from the arrival of a payer to the acknowledged success. */
export function describeLatencies(paid: readonly PaidPayment[]): string {
  const times = paid.map(({ arrivedAtMs, paidAtMs }) => paidAtMs - arrivedAtMs).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return `${times.length} payments, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

/** Prints what is stored. Returns what is missing, happened twice, or is wrong in the ledger. */
export async function checkPayments(runtime: Runtime, { paid, started }: Load): Promise<string[]> {
  const faults: string[] = []
  if (paid.length !== started) faults.push(`${paid.length} of ${started} payments were acknowledged`)
  const payments = new Set(paid.map(({ accessCode }) => accessCode))
  faults.push(...(await findFaults(runtime, { payments, refunds: new Map(), debits: new Map(), moves: new Set() })))
  const stored = await runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ paid: number; kobo: number }>(
      `select count(*)::int as paid, coalesce(sum(amount_kobo), 0) as kobo from payments
       where paid_at is not null and customer_email like 'load-%'`,
    )
    return rows[0]!
  })
  printLine(`${started} payers, ${paid.length} acknowledged, ${stored.paid} paid, NGN ${stored.kobo / 100}`)
  if (stored.paid !== started) faults.push(`${stored.paid} payments were paid`)
  for (const [what, many] of Object.entries(await readCounts(runtime))) printLine(`${what}: ${many}`)
  return faults
}
