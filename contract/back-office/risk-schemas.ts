import * as z from 'zod/mini'
import { Email, Id, inputSchema, Kobo, MultilineText, NoContent, Phone, SingleLineText, Timestamp } from '../fields.ts'
import { limits } from '../limits.ts'
import { Paginated, paginationFields } from '../list-schemas.ts'
import {
  type AlertKind,
  type AlertOutcome,
  alertKinds,
  alertOutcomes,
  type BlockKind,
  blockKinds,
  type RuleAction,
  type RuleMetric,
  type RuleSubject,
  riskLimits,
  ruleActions,
  ruleMetrics,
  ruleSubjects,
} from './risk.ts'

const keysOf = <Key extends string>(record: Record<Key, string>) => Object.keys(record) as [Key, ...Key[]]
const Mode = z.enum(['LIVE', 'TEST'])
const Business = z.object({ id: Id, name: z.string(), code: z.string() })

export const RiskRule = z.object({
  id: Id,
  name: z.string(),
  mode: Mode,
  subject: z.enum(keysOf<RuleSubject>(ruleSubjects)),
  metric: z.enum(keysOf<RuleMetric>(ruleMetrics)),
  windowMinutes: z.int(),
  /** Highest number that is allowed in the window, or the highest sum in kobo. */
  maximum: Kobo,
  action: z.enum(keysOf<RuleAction>(ruleActions)),
  isEnabled: z.boolean(),
  /** The only business that it is for. Null: all. */
  business: z.nullable(Business),
  openAlerts: z.int(),
  createdBy: z.string(),
  updatedAt: Timestamp,
})
export type RiskRule = z.infer<typeof RiskRule>

const integer = (minimum: number, maximum: number, message: string) =>
  z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message))

const ruleFields = {
  name: SingleLineText(80),
  subject: z.enum(keysOf<RuleSubject>(ruleSubjects)),
  metric: z.enum(keysOf<RuleMetric>(ruleMetrics)),
  windowMinutes: integer(1, riskLimits.windowMinutes, 'Enter 1 to 10,080 minutes (7 days)'),
  maximum: integer(1, limits.chargeMaximumKobo * 100, 'Enter a whole number of at least 1'),
  action: z.enum(keysOf<RuleAction>(ruleActions)),
  isEnabled: z.boolean(),
}
export const RiskRuleForm = inputSchema({
  ...ruleFields,
  mode: Mode,
  /** Code of the only business that it is for, such as M1234567. Optional: all businesses. */
  businessCode: z.optional(SingleLineText(20)),
})

export const RiskBlock = z.object({
  id: Id,
  kind: z.enum(keysOf<BlockKind>(blockKinds)),
  /** What is blocked. Of a card only the last digits. */
  label: z.string(),
  mode: Mode,
  reason: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: z.nullable(Timestamp),
})
export type RiskBlock = z.infer<typeof RiskBlock>

export const typedBlockKinds = ['email', 'email_domain', 'phone', 'address'] as const
/** What a person may type to block it, by kind. */
export const blockValues = {
  email: Email,
  email_domain: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253, 'This domain is too long'),
      z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Enter a domain like example.com'),
    ),
  phone: Phone,
  address: z.string().check(z.trim(), z.maxLength(45), z.regex(/^[\da-fA-F:.]+$/, 'Enter an address like 102.89.1.20')),
} as const

export const RiskBlockForm = inputSchema({
  kind: z.enum(typedBlockKinds),
  value: SingleLineText(254),
  mode: Mode,
  reason: SingleLineText(300),
  /** Days until it ends by itself. Optional: it does not end. */
  days: z.optional(integer(1, 3650, 'Enter 1 to 3,650 days')),
})

export const RiskAlert = z.object({
  id: Id,
  kind: z.enum(keysOf<AlertKind>(alertKinds)),
  mode: Mode,
  /** The rule, or what happened. */
  title: z.string(),
  subject: z.nullable(z.enum(keysOf<RuleSubject>(ruleSubjects))),
  /** The payer, the last digits of the card, the address or the business. */
  label: z.string(),
  business: Business,
  /** How often it happened, and whether payments were stopped. */
  times: z.int(),
  stopped: z.int(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  /** Reference of the last payment. */
  lastReference: z.nullable(z.string()),
  status: z.enum(['open', 'closed']),
  outcome: z.nullable(z.enum(keysOf<AlertOutcome>(alertOutcomes))),
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(Timestamp),
})
export type RiskAlert = z.infer<typeof RiskAlert>

const RiskAlertAction = z.object({ at: Timestamp, by: z.string(), text: z.string() })
export const RiskAlertDetail = z.extend(RiskAlert, {
  /** Whether its subject can be blocked, and is. */
  canBlock: z.boolean(),
  isBlocked: z.boolean(),
  /** What was done about it, newest first. */
  actions: z.array(RiskAlertAction),
})
export type RiskAlertDetail = z.infer<typeof RiskAlertDetail>

const id = inputSchema({ id: Id })
const note = MultilineText(riskLimits.noteLength).check(z.minLength(1, 'Enter a note'))
export const RiskNoteForm = inputSchema({ note })
export const RiskCloseForm = inputSchema({ outcome: z.enum(keysOf<AlertOutcome>(alertOutcomes)), note })
export const RiskBlockSubjectForm = inputSchema({ reason: SingleLineText(300), days: RiskBlockForm.shape.days })

export const listRiskAlerts = {
  input: inputSchema({
    ...paginationFields,
    status: z.optional(z.enum(['open', 'closed'])),
    kind: z.optional(z.enum(keysOf<AlertKind>(alertKinds))),
    mode: z.optional(Mode),
  }),
  output: Paginated(RiskAlert),
}
export const getRiskAlert = { input: id, output: RiskAlertDetail }
export const noteRiskAlert = { input: inputSchema({ id: Id, ...RiskNoteForm.shape }), output: RiskAlertDetail }
export const blockRiskSubject = {
  input: inputSchema({ id: Id, ...RiskBlockSubjectForm.shape }),
  output: RiskAlertDetail,
}
export const closeRiskAlert = { input: inputSchema({ id: Id, ...RiskCloseForm.shape }), output: RiskAlertDetail }
export const reopenRiskAlert = { input: inputSchema({ id: Id, ...RiskNoteForm.shape }), output: RiskAlertDetail }

export const listRiskRules = { input: inputSchema({}), output: z.object({ content: z.array(RiskRule) }) }
export const createRiskRule = { input: RiskRuleForm, output: RiskRule }
export const updateRiskRule = { input: inputSchema({ id: Id, ...ruleFields }), output: RiskRule }
export const deleteRiskRule = { input: id, output: NoContent }

export const listRiskBlocks = {
  input: inputSchema({
    ...paginationFields,
    search: z.optional(SingleLineText(254)),
    kind: z.optional(z.enum(keysOf<BlockKind>(blockKinds))),
  }),
  output: Paginated(RiskBlock),
}
export const addRiskBlock = { input: RiskBlockForm, output: RiskBlock }
export const removeRiskBlock = { input: inputSchema({ id: Id, reason: SingleLineText(300) }), output: NoContent }
