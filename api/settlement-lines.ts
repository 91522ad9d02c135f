import type { SettledEntryKind } from './ledger/entry-kinds.ts'

/** What is settled, as SQL expressions where it is no boolean. */
export interface SettledParameters {
  merchantId: string
  /** The merchant or one of its split recipients. */
  ownerId: string
  /** Whether the owner is a split recipient. */
  isRecipient: boolean
  /** The account whose lines are settled: `pending` or `available`. */
  account: string
  /** End of the days that are settled. */
  cutoff: string
}

/**
 * The settlement lines of one kind of ledger entry. The feature that posts the entry defines them in its `settlement-lines.ts`, and
 * `api/wiring.ts` lists them; `checks/settlement-lines.test.ts` fails for a kind without them.
 */
export interface SettlementLineSource {
  kind: SettledEntryKind
  /**
   * SQL query of `entry_id`, `type`, `payment_id`, `gross_kobo`, `fee_kobo` and `vat_kobo` for all rows of `line` with this `kind`.
   * `line` has also `amount_kobo` and `at` of the ledger's line, and `about`: the second part of the entry's reference.
   */
  describe(settled: SettledParameters): string
  /** SQL query of lines that the ledger does not have, because they move nothing: `entry_id`, `amount_kobo`, `at`, `kind`, `about`. */
  findUnposted?(settled: SettledParameters): string
}

/** SQL expression for the id that the entries of one kind are about. Other kinds may be about what is no id. */
export const aboutId = (kind: SettledEntryKind): string => `case when line.kind = '${kind}' then line.about::uuid end`
