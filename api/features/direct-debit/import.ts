import { createHash } from 'node:crypto'
import { openMandateStatuses } from '@adire/contract/direct-debit.ts'
import { NewMandate } from '@adire/contract/direct-debit-form-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { checkMandateImport, MandateImportColumn } from '@adire/contract/mandate-import.ts'
import type { MandateImportRow } from '@adire/contract/mandate-import-schemas.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findBank } from '../lookups/lookups.ts'
import { type ImportCells, readImportFile, toMandateInput } from './import-file.ts'
import { requireValidMandate } from './require-mandate.ts'
import { mandates } from './tables.ts'

type Mandate = NonNullable<MandateImportRow['mandate']>

/** Column of the file that a field of a mandate comes from. */
const columnOf: Record<string, MandateImportColumn> = {
  customerEmail: 'customer_email',
  customerName: 'customer_name',
  bankId: 'bank',
  accountNumber: 'account_number',
  kind: 'kind',
  amountKobo: 'amount',
  frequency: 'frequency',
  startOn: 'start_on',
  endOn: 'end_on',
  maxTotalKobo: 'max_total',
  narration: 'narration',
  feeBearer: 'fee_bearer',
}

type RowError = MandateImportRow['errors'][number]
const toRowError = (field: string, message: string): RowError => ({ column: columnOf[field] ?? field, message })

/**
 * Checks a file of mandates. It reads only: the mandates are created one by one, each with the key of its row.
 * @throws 422 import_unreadable
 */
export async function checkMandateImportHandler(
  context: MerchantContext,
  { csv }: ParsedInput<typeof checkMandateImport>,
) {
  const rows: MandateImportRow[] = []
  const known = new Map<string, number>()
  for (const { line, cells } of readImportFile(csv)) {
    const row = await checkRow(context, cells)
    const key = `import-${createHash('sha256')
      .update(JSON.stringify(row.mandate ?? cells))
      .digest('hex')
      .slice(0, 40)}`
    const first = known.get(key)
    if (first === undefined) known.set(key, line)
    else row.errors.push({ column: 'customer_email', message: `The same as line ${first}` })
    const mandate = row.errors.length === 0 ? row.mandate : null
    rows.push({ line, customer: cells.customer_email ?? '', key, exists: false, errors: row.errors, mandate })
  }
  return { rows: await markExisting(context, rows) }
}

async function checkRow(context: MerchantContext, cells: ImportCells) {
  const { input, errors: unread } = toMandateInput(cells)
  const errors = unread.map(({ field, message }) => toRowError(field, message))
  const parsed = NewMandate.safeParse(input)
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const error = toRowError(String(path[0]), message)
      if (!errors.some(({ column }) => column === error.column)) errors.push(error)
    }
  if (!parsed.success || errors.length > 0) return { mandate: null, errors }
  const { draft: _, ...mandate } = parsed.data
  if (!isNuban(findBank(mandate.bankId)!.code, mandate.accountNumber))
    errors.push(toRowError('accountNumber', 'This bank has no such account number. Check the digits'))
  try {
    await requireValidMandate(context, mandate)
  } catch (error) {
    if (!(error instanceof Problem) || error.fields.length === 0) throw error
    errors.push(...error.fields.map(({ field, message }) => toRowError(field, message)))
  }
  return { mandate: mandate as Mandate, errors }
}

/** Marks rows for which the customer has an open mandate already, for example from an earlier import. */
async function markExisting({ tx, merchant }: MerchantContext, rows: MandateImportRow[]): Promise<MandateImportRow[]> {
  const emails = rows.flatMap(({ mandate }) => (mandate ? [mandate.customerEmail] : []))
  if (emails.length === 0) return rows
  const open = await tx
    .select()
    .from(mandates)
    .where(
      and(
        eq(mandates.merchantId, merchant.id),
        inArray(mandates.customerEmail, emails),
        inArray(mandates.status, [...openMandateStatuses]),
      ),
    )
    .limit(maxOpenMandates)
  const seen = new Set(open.map((mandate) => identityOf(mandate, mandate.last4)))
  return rows.map((row) => ({
    ...row,
    exists: row.mandate !== null && seen.has(identityOf(row.mandate, row.mandate.accountNumber.slice(-4))),
  }))
}

/** More than the customers of one file have. */
const maxOpenMandates = 5_000

const identityOf = (
  {
    customerEmail,
    bankId,
    kind,
    amountKobo,
    frequency,
    narration,
  }: Pick<Mandate, 'customerEmail' | 'bankId' | 'kind' | 'amountKobo' | 'frequency' | 'narration'>,
  last4: string,
) => JSON.stringify([customerEmail, bankId, last4, kind, amountKobo, frequency ?? null, narration])
