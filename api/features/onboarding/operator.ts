import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areLivePaymentsOpen } from '../../connectors/connector-for.ts'
import type { BvnMatches } from '../../connectors/lookups.ts'
import type { Context } from '../../context.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { listKycItems } from '../kyc/items.ts'
import type { KycVerdict } from '../kyc/move.ts'
import { openOwner, openOwnerDetails } from '../kyc/owner.ts'
import { isKycType } from '../kyc/requirements.ts'
import {
  approveAll,
  decideKyc,
  findBusiness,
  findLiveRequest,
  listDocuments,
  type MerchantRecord,
  openSealed,
  waitingItems,
} from '../kyc/review.ts'

import { decideTogether } from './decide-together.ts'
import { decideLive, type LiveDecision, liveDecisions } from './live-review.ts'

export const kycUsage = `Reviews businesses. <business> is a merchant code or an id.

  list                                       items that wait for review, oldest first
  show <business> [--numbers]                details of a business; --numbers: identity numbers in full
       [--save-documents <folder>]           also writes its documents to a folder
  approve <business> <TYPE|all>
  reject <business> <TYPE> --reason "…"      rejects it; the business cannot submit it again
  reopen <business> <TYPE>                   a decided item is in review again, with what was submitted
  ask-again <business> <TYPE> --reason "…"   asks the business to submit it again, also after a rejection
  expire <business> <TYPE> --reason "…"      an approved item that has expired
  live approve <business> [--with-sandbox-documents]
  live decline|suspend|close <business> --reason "…"
  live reinstate <business>

  --as <name>   name of the reviewer; the audit log stores it with the account of the operating system`

/** What operator commands use: short transactions, the document store, and an output. */
export interface KycCommandOptions {
  reason: string | undefined
  numbers: boolean
  saveDocuments: string | undefined
  withSandboxDocuments: boolean
}

const kycVerbs: Record<string, KycVerdict['status']> = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  'ask-again': 'PENDING_MERCHANT_RESUBMISSION',
  expire: 'EXPIRED',
}

/** Runs one command. Returns the exit code: 0 done, 2 invalid command. Errors are thrown. */
export async function runKycCommand(
  operator: OperatorContext,
  words: string[],
  choices: KycCommandOptions,
): Promise<number> {
  const [verb = '', ...rest] = words
  const reason = choices.reason?.trim() || undefined
  const misused = (sentence: string) => {
    operator.print(`${sentence}\n\n${kycUsage}`)
    return 2
  }
  if (verb === 'list' && rest.length === 0) return listSubmittedBusinesses(operator)
  if (verb === 'show' && rest.length === 1) return printDetails(operator, rest[0]!, choices)
  if (Object.hasOwn(kycVerbs, verb) && rest.length === 2) {
    const type = rest[1]!.toUpperCase()
    if (type !== 'ALL' && !isKycType(type)) return misused(`There is no KYC type ${rest[1]}.`)
    if (type === 'ALL' && verb !== 'approve') return misused('Only approve takes "all".')
    if (verb !== 'approve' && !reason) return misused('Say why, with --reason: the business reads it.')
    return decideReview(operator, rest[0]!, { type, status: kycVerbs[verb]!, ...(verb !== 'approve' && { reason }) })
  }
  if (verb === 'reopen' && rest.length === 2) return reopenDecided(operator, rest[0]!, rest[1]!.toUpperCase())
  if (verb === 'live' && rest.length === 2 && Object.hasOwn(liveDecisions, rest[0]!)) {
    const decision = rest[0] as LiveDecision
    if (['decline', 'suspend', 'close'].includes(decision) && !reason)
      return misused('Say why, with --reason: the business reads it.')
    return decideLiveMode(operator, rest[1]!, { decision, reason, withSandboxDocuments: choices.withSandboxDocuments })
  }
  operator.print(`There is no command "${words.join(' ')}". "npm run operator -- help" lists all.`)
  return 2
}

async function listSubmittedBusinesses({ write, print }: OperatorContext) {
  const waiting = await write(({ tx }) => waitingItems(tx))
  if (waiting.length === 0) print('Nothing waits for review.')
  for (const { merchantCode, businessName, type, since } of waiting)
    print(`${formatLagosTime(since)}  ${merchantCode.padEnd(10)}  ${type.padEnd(20)}  ${businessName}`)
  return 0
}

async function printDetails(operator: OperatorContext, given: string, { numbers, saveDocuments }: KycCommandOptions) {
  const storedDocuments = await operator.write(async (context) => {
    const business = await findBusiness(context.tx, given)
    const storedDocuments = await listDocuments(context.tx, business.id)
    if (numbers || saveDocuments !== undefined) {
      const documents = saveDocuments === undefined ? [] : storedDocuments.map(({ type }) => type)
      await recordOpening(context, business, operator.reviewer, { numbers, documents })
    }
    for (const line of await describeBusiness(context, business, numbers)) operator.print(line)
    return storedDocuments
  })
  if (saveDocuments === undefined) return 0
  await mkdir(saveDocuments, { recursive: true, mode: 0o700 })
  for (const { type, fileId, contentType } of storedDocuments) {
    // The file name is built from our own values: the name given by the sender must not become a path.
    const path = join(saveDocuments, `${type}.${contentType.split('/').at(-1)!.replace('jpeg', 'jpg')}`)
    await writeFile(path, await operator.files.get(fileId), { mode: 0o600 })
    operator.print(`Written: ${path}`)
  }
  return 0
}

/** Audit record, committed before anything is shown: identity numbers and documents are never read without a trace. */
const recordOpening = (
  context: Context,
  { id, merchantCode }: MerchantRecord,
  name: string,
  after: { numbers: boolean; documents: string[] },
) =>
  recordAuditEvent(context, {
    action: 'kyc.opened',
    object: merchantCode,
    after,
    merchantId: id,
    actor: { kind: 'operator', name },
  })

async function describeBusiness(context: Context, business: MerchantRecord, numbers: boolean): Promise<string[]> {
  const { merchantCode, businessName, mode, businessEmail, businessPhone, streetAddress, city, postalCode } = business
  const request = await findLiveRequest(context.tx, business)
  const head = [
    `${businessName}  ${merchantCode}  ${mode}`,
    [businessEmail, businessPhone, streetAddress, city, postalCode].filter(Boolean).join(', '),
    `Going live: ${request?.status ?? 'not_requested'}${request?.reason ? ` (${request.reason})` : ''}`,
  ]
  const items = (await listKycItems(context.tx, business.id)).map((item) => {
    const sealed = numbers ? openSealed(context, item) : undefined
    const submission = sealed ? [sealed, ...openOwnerDetails(context.vault, item)].join('  ') : item.submitted
    const owner = openOwner(context.vault, item)
    const answer = owner && `${owner.name}: ${owner.registry}${describeMatches(owner.matches)}`
    const who = item.reviewedBy && `by ${item.reviewedBy} ${formatLagosTime(item.reviewedAt)}`
    return [`  ${item.type.padEnd(20)}`, item.status, submission, answer, who, item.reason].filter(Boolean).join('  ')
  })
  return [...head, ...items].map(removeControlCharacters)
}

/** How the register compared each detail. */
const describeMatches = (matches: BvnMatches | null): string =>
  matches
    ? ` (${Object.entries(matches)
        .map(([detail, match]) => `${detail} ${match}`)
        .join(', ')})`
    : ''

async function decideReview(
  { write, print, reviewer }: OperatorContext,
  given: string,
  decision: KycVerdict & { type: string },
) {
  return write(async (context) => {
    const business = await findBusiness(context.tx, given)
    if (decision.type === 'ALL') {
      const approved = await approveAll(context, business, reviewer)
      print(approved.length > 0 ? `Approved: ${approved.join(', ')}` : 'Nothing of it waits for review.')
      return 0
    }
    const isNew = await decideKyc(context, business, decision, reviewer)
    print(`${decision.type} of ${business.merchantCode} is ${isNew ? 'now' : 'already'} ${decision.status}.`)
    return 0
  })
}

async function reopenDecided({ write, print, reviewer }: OperatorContext, given: string, type: string) {
  return write(async (context) => {
    const business = await findBusiness(context.tx, given)
    const decisions = [{ type, status: 'PENDING_REVIEW' as const }]
    const applied = await decideTogether(context, business, { decisions }, reviewer)
    print(`${type} of ${business.merchantCode} is ${applied.length > 0 ? 'now' : 'already'} in review.`)
    return 0
  })
}

interface LiveChoice {
  decision: LiveDecision
  reason: string | undefined
  withSandboxDocuments: boolean
}

async function decideLiveMode(
  { write, print, reviewer }: OperatorContext,
  given: string,
  { decision, ...choice }: LiveChoice,
) {
  return write(async (context) => {
    const business = await findBusiness(context.tx, given)
    const merchantId = business.testMerchantId ?? business.id
    const isNew = await decideLive(context, { ...choice, merchantId, decision, reviewer })
    print(`${business.merchantCode} is ${isNew ? 'now' : 'already'} ${liveDecisions[decision].to}.`)
    if (decision === 'approve' && !areLivePaymentsOpen(context.config))
      print('Live payments are not open: PROCESSOR is not set. Until it is, payment pages say so (docs/live.md).')
    return 0
  })
}

const formatLagosTime = (at: Date | null) =>
  at ? at.toLocaleString('sv-SE', { timeZone: 'Africa/Lagos', dateStyle: 'short', timeStyle: 'short' }) : '-'

/** Removes control characters, so that text from users cannot control the terminal. */
const removeControlCharacters = (line: string) => line.replace(/\p{Cc}/gu, '')
