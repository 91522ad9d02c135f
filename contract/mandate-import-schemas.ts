import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Frequency, MandateKind } from './direct-debit-form-schemas.ts'
import { Day, FeeBearer, inputSchema, Kobo } from './fields.ts'
import { mandateImportColumns, maxImportCharacters, maxImportRows } from './mandate-import.ts'

/** A mandate of the file, as `POST direct-debit` takes it, without `draft`. */
const ImportedMandate = z.object({
  customerEmail: z.string(),
  customerName: z.optional(z.string()),
  bankId: z.int(),
  accountNumber: z.string(),
  kind: MandateKind,
  amountKobo: Kobo,
  maxTotalKobo: z.optional(z.nullable(Kobo)),
  frequency: z.optional(z.nullable(Frequency)),
  startOn: Day,
  endOn: z.optional(z.nullable(Day)),
  narration: z.string(),
  feeBearer: z.optional(FeeBearer),
})

export const MandateImportRow = z.object({
  line: describe('Line of the file; the line of titles is 1.', z.int()),
  customer: describe('Email of the customer as in the file; empty if missing.', z.string()),
  mandate: describe('The mandate to create. Null with errors.', z.nullable(ImportedMandate)),
  key: describe(
    'Key of the content of the row: use it in `Idempotency-Key` when you create the mandate, so that a file that is imported twice ' +
      'creates it once.',
    z.string(),
  ),
  exists: describe(
    'Whether the customer has an open mandate with the same account, amount, schedule and text.',
    z.boolean(),
  ),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
})
export type MandateImportRow = z.infer<typeof MandateImportRow>

export const checkMandateImport = {
  description:
    `Reads a CSV file of mandates and reports the errors of each row, without storing anything: at most ${maxImportRows} rows. The ` +
    `first line has the titles ${mandateImportColumns.map((column) => `\`${column}\``).join(', ')}. \`bank\` is a name or a code, ` +
    '`amount` and `max_total` are in naira, days are like 2026-12-01 or 01/12/2026. Create each mandate with `POST direct-debit`: ' +
    'the bank then checks the account. 422 `import_unreadable` at `csv` when it is not such a file.',
  input: inputSchema({
    csv: describe(
      'Content of the file. Required.',
      z.string().check(z.minLength(1, 'Choose a file'), z.maxLength(maxImportCharacters, 'The file is too large')),
    ),
  }),
  output: z.object({ rows: z.array(MandateImportRow) }),
}
