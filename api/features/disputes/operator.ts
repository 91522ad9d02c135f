import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDeadline } from '@adire/contract/dispute-deadline.ts'
import { evidenceNames } from '@adire/contract/disputes.ts'
import { Day } from '@adire/contract/fields.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { asc, eq, isNull } from 'drizzle-orm'
import { files } from '../../files/tables.ts'
import { problem } from '../../http/problem.ts'
import { endOfDay } from '../../lagos.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { payments } from '../payments/tables.ts'
import {
  type BankNotice,
  decideDisputeOfBank,
  findDisputeByReference,
  openDisputeOfBank,
  returnDisputeOfBank,
} from './by-bank.ts'
import { listEvidence } from './move.ts'
import type { DisputeReturn } from './reopen.ts'
import type { DisputeDecision } from './respond.ts'
import { disputes } from './tables.ts'

export const disputeUsage = `
  dispute list                               open disputes, by deadline
  dispute open <payment> --reason "…"        opens a dispute of a payment, by its reference
       [--amount-kobo <kobo>] [--due <day>]  of a part of it, or with the last day of the bank
  dispute show <dispute>                     details and the response of the business
       [--save-documents <folder>]           also writes the evidence to a folder
  dispute win|lose|decline <dispute>         the decision of the bank: for the business, for the payer, or evidence not accepted
  dispute ask|reopen <dispute>               the bank asks for more evidence, or reopens a dispute that was won`

interface Choices {
  reason: string | undefined
  saveDocuments: string | undefined
  amountKobo?: string | undefined
  /** A Lagos day. */
  due?: string | undefined
}

/** Runs one command. Returns the exit code, or undefined if there is no such command. */
export async function runDisputeCommand(
  operator: OperatorContext,
  words: string[],
  choices: Choices,
): Promise<number | undefined> {
  const [verb, reference, ...more] = words
  if (verb === 'list' && reference === undefined) return listOpenDisputes(operator)
  if (!reference || more.length > 0) return undefined
  if (verb === 'open' && choices.reason?.trim()) {
    const notice = readNotice(choices.reason.trim(), choices)
    return notice && openDisputeOf(operator, reference, notice)
  }
  if (verb === 'show') return printDetails(operator, reference, choices.saveDocuments)
  if (verb && verb in decisions) return resolveDispute(operator, reference, decisions[verb as keyof typeof decisions])
  if (verb === 'ask' || verb === 'reopen')
    return reopenDisputeOf(operator, reference, verb === 'ask' ? 'asks_more' : 'reopened')
  return undefined
}

/** Undefined if the amount or the day cannot be read. */
function readNotice(reason: string, { amountKobo, due }: Choices): BankNotice | undefined {
  const isAmount = amountKobo === undefined || /^[1-9]\d{0,11}$/.test(amountKobo)
  if (!isAmount || (due !== undefined && !Day.safeParse(due).success)) return undefined
  return {
    reason,
    ...(amountKobo !== undefined && { amountKobo: Number(amountKobo) }),
    ...(due !== undefined && { dueAt: endOfDay(due) }),
  }
}

const decisions = { win: 'won', lose: 'lost', decline: 'declined' } as const

async function listOpenDisputes({ write, print }: OperatorContext) {
  const open = await write(({ tx }) =>
    tx.select().from(disputes).where(isNull(disputes.resolvedAt)).orderBy(asc(disputes.dueAt)).limit(200),
  )
  if (open.length === 0) print('No dispute is open.')
  for (const { reference, amountKobo, status, dueAt } of open)
    print(`${reference}  ${formatNaira(amountKobo)}  ${status}  due ${formatDeadline(dueAt)}`)
  return 0
}

async function openDisputeOf({ write, print }: OperatorContext, reference: string, notice: BankNotice) {
  await write(async (context) => {
    const [found] = await context.tx
      .select({ merchantId: payments.merchantId, id: payments.id })
      .from(payments)
      .where(eq(payments.reference, reference))
    if (!found) throw problem.notFound('payment')
    const { dispute } = await openDisputeOfBank(context, found, notice)
    print(`${dispute.reference} over ${formatNaira(dispute.amountKobo)} is ${dispute.status}.`)
  })
  return 0
}

async function printDetails(operator: OperatorContext, reference: string, folder: string | undefined) {
  const documents = await operator.write(async (context) => {
    const dispute = await findDisputeByReference(context.tx, reference)
    if (folder !== undefined)
      await recordAuditEvent(context, {
        action: 'dispute.evidence_opened',
        object: reference,
        merchantId: dispute.merchantId,
        actor: { kind: 'operator', name: operator.reviewer },
      })
    const { amountKobo, status, resolution, dueAt, reason, message } = dispute
    const head = `${reference}  ${formatNaira(amountKobo)}  ${resolution ?? status}  due ${formatDeadline(dueAt)}`
    for (const line of [head, `The payer: ${reason}`, `The business: ${message ?? '-'}`])
      operator.print(printable(line))
    const found = []
    for (const evidence of await listEvidence(context.tx, dispute)) {
      operator.print(printable(`  ${evidenceNames[evidence.type]}: ${evidence.name}, ${evidence.bytes} bytes`))
      const [file] = await context.tx.select().from(files).where(eq(files.id, evidence.fileId))
      found.push({ ...evidence, contentType: file!.contentType })
    }
    return found
  })
  if (folder === undefined) return 0
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { type, fileId, contentType } of documents) {
    // Our own file name: the sender's file name must not become a path.
    const path = join(folder, `${type}.${contentType.split('/').at(-1)!.replace('jpeg', 'jpg')}`)
    await writeFile(path, await operator.files.get(fileId), { mode: 0o600 })
    operator.print(`Written: ${path}`)
  }
  return 0
}

async function resolveDispute(
  { write, print, reviewer }: OperatorContext,
  reference: string,
  resolution: DisputeDecision,
) {
  await write(async (context) => {
    const dispute = await findDisputeByReference(context.tx, reference)
    const isNew = await decideDisputeOfBank(context, dispute, resolution, reviewer)
    print(`${reference} is ${isNew ? 'now' : 'already'} ${isNew ? resolution : dispute.resolution}.`)
  })
  return 0
}

async function reopenDisputeOf({ write, print }: OperatorContext, reference: string, why: DisputeReturn) {
  await write(async (context) => {
    const dispute = await findDisputeByReference(context.tx, reference)
    await returnDisputeOfBank(context, dispute, why)
    const { amountKobo, dueAt } = await findDisputeByReference(context.tx, reference)
    print(`${reference} over ${formatNaira(amountKobo)} is open again, due ${formatDeadline(dueAt)}.`)
  })
  return 0
}

/** Removes control characters, so that text typed by others cannot control the terminal. */
const printable = (line: string) => line.replace(/\p{Cc}/gu, ' ')
