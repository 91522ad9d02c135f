import { defineHandlers } from '../../handlers.ts'
import type { SettledParameters, SettlementLineSource } from '../../settlement-lines.ts'

/** The sources of settlement lines, one for each kind of ledger entry that changes proceeds. */
export const lineSources = defineHandlers<SettlementLineSource>('lineSources')

/** SQL query that describes the rows of `line`, of all kinds. The first source names the columns. */
export const describeLines = (settled: SettledParameters): string =>
  lineSources
    .get()
    .map((source) => source.describe(settled))
    .join(' union all ')

/** SQL of the lines that the ledger does not have, after the lines that it has. Each is settled once. */
export const findUnpostedLines = (settled: SettledParameters): string =>
  lineSources
    .get()
    .flatMap((source) => source.findUnposted?.(settled) ?? [])
    .map(
      (query) => `
        union all select * from (${query}) unposted
        where not exists (
          select 1 from settlement_lines known
          where known.merchant_id = ${settled.merchantId} and known.entry_id = unposted.entry_id
            and known.owner_id = ${settled.ownerId} and known.account = ${settled.account}
        )`,
    )
    .join('')
