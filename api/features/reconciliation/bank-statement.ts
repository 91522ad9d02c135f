/** Line of a bank statement. `amountKobo` is negative for money that left. */
export interface BankLine {
  /** Day on which the bank booked it. */
  day: string
  amountKobo: number
  narration: string
  reference: string | null
}

export interface BankStatement {
  /** Account number; null if the statement has none. */
  account: string | null
  lines: BankLine[]
}

/** Most lines of one statement. */
export const maxLines = 100_000

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Day of a bank's text: `2026-11-24`, `24/11/2026`, `24-11-2026`, `24-Nov-2026`, `24 Nov 26`.
 * @throws Error if it is none
 */
export function parseBankDay(text: string): string {
  const given = text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(given)
  const local = /^(\d{1,2})[/\- ](\d{1,2}|[a-z]{3})[a-z]*[/\- ](\d{4}|\d{2})\b/i.exec(given)
  const [, year, month, day] = iso ?? (local ? [null, local[3], local[2], local[1]] : [])
  const index = months.indexOf((month ?? '').toLowerCase())
  const date = `${year?.length === 2 ? `20${year}` : year}-${(index === -1 ? (month ?? '') : String(index + 1)).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
  if (Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date)
    throw new Error(`"${given}" is not a day`)
  return date
}

/**
 * Kobo of a bank's amount in naira: `1,234.50`, `NGN 1234.5`, `(500.00)`.
 * @throws Error if it is no amount
 */
export function parseBankKobo(text: string): number {
  const given = text.trim()
  const bare = given.replace(/^(ngn|₦)\s*/i, '').replaceAll(',', '')
  const [, open, sign, whole, part = ''] = /^(\()?([-+])?(\d{1,13})(?:\.(\d{1,2})0*)?\)?$/.exec(bare) ?? []
  if (whole === undefined) throw new Error(`"${given}" is not an amount`)
  const kobo = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return open || sign === '-' ? -kobo : kobo
}
