import { type BankLine, type BankStatement, maxLines, parseBankDay, parseBankKobo } from './bank-statement.ts'

/** Field of an MT940 message: its tag, such as `61`, and its text with the lines that follow. */
interface Field {
  tag: string
  text: string
}

/**
 * Reads statements in SWIFT MT940: fields `:25:` account, `:60F:` opening balance, `:61:` a line, `:86:` its narration, `:62F:` closing
 * balance. Other fields are skipped.
 * @throws Error if a field cannot be read, there are several accounts, or the lines do not add up to the closing balance
 */
export function parseMt940(text: string): BankStatement {
  const lines: BankLine[] = []
  let account: string | null | undefined
  let balanceKobo: number | undefined
  for (const { tag, text: value } of splitFields(text)) {
    if (tag === '25') {
      const number = findAccount(value)
      if (account !== undefined && account !== number) throw new Error('The statement is of more than one account')
      account = number
    } else if (/^60[FM]$/.test(tag)) balanceKobo = parseBalance(value)
    else if (tag === '61') {
      const line = parseLine(value)
      lines.push(line)
      if (balanceKobo !== undefined) balanceKobo += line.amountKobo
    } else if (tag === '86' && lines.length > 0) lines.at(-1)!.narration ||= value.replace(/\s+/g, ' ').trim()
    else if (/^62[FM]$/.test(tag) && balanceKobo !== undefined && parseBalance(value) !== balanceKobo)
      throw new Error(`The lines before the balance ${value.trim()} do not add up to it`)
    if (lines.length > maxLines) throw new Error(`The statement has more than ${maxLines} lines: split it by days`)
  }
  return { account: account ?? null, lines }
}

/** The number in `1010101010`, `ZEIBNGLA/1010101010` or `1010101010NGN`; null for another text, so that it has to be entered. */
const findAccount = (text: string) => /(?:^|\D)(\d{10})(?:NGN)?$/.exec(text.trim())?.[1] ?? null

function splitFields(text: string): Field[] {
  const fields: Field[] = []
  for (const line of text.replaceAll('\r', '').split('\n')) {
    const started = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (started) fields.push({ tag: started[1]!, text: started[2]! })
    // A lone dash, or the closing brace of a block, ends a message.
    else if (fields.length > 0 && !/^-?\}?$/.test(line) && !line.startsWith('{')) fields.at(-1)!.text += `\n${line}`
  }
  return fields
}

/** `C261124NGN1234,50`: credit or debit, day, currency, amount with a comma. */
function parseBalance(text: string): number {
  const [, sign, currency, amount] = /^([CD])\d{6}([A-Z]{3})([\d,]+)\s*$/.exec(text) ?? []
  if (!amount) throw new Error(`"${text.trim()}" is not a balance`)
  if (currency !== 'NGN') throw new Error(`The statement is in ${currency}, not in NGN`)
  return sign === 'D' ? -toKobo(amount) : toKobo(amount)
}

const toKobo = (amount: string) => parseBankKobo(amount.replace(/,$/, '').replace(',', '.'))

const linePattern = /^(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(R?[CD])[A-Z]?([\d,]+)[A-Z][A-Z0-9]{3}([^\n]*)/

/**
 * `2611241124C1234,50NTRFREFERENCE//BANKREF`: value day, day and month of the booking, credit or debit (R: reversed), amount, kind,
 * references.
 */
function parseLine(text: string): BankLine {
  const [, year, month, day, bookedMonth, bookedDay, sign, amount, references = ''] = linePattern.exec(text) ?? []
  if (!amount) throw new Error(`"${text.trim()}" is not a line of a statement`)
  // The booking has no year: in January, a line of December is of the year before.
  const shift = bookedMonth === undefined ? 0 : Math.round((Number(bookedMonth) - Number(month)) / 12)
  const bookedYear = 2000 + Number(year) - shift
  const [reference = '', bankReference = ''] = references.split('//')
  const isCredit = sign === 'C' || sign === 'RD'
  return {
    day: parseBankDay(`${bookedYear}-${bookedMonth ?? month}-${bookedDay ?? day}`),
    amountKobo: isCredit ? toKobo(amount) : -toKobo(amount),
    narration: '',
    reference: bankReference.trim() || reference.trim() || null,
  }
}
