import type { BlockKind } from '@adire/contract/back-office/risk.ts'
import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { cardKey, type RiskyCharge } from './subjects.ts'
import type { riskBlocks, riskRules } from './tables.ts'

export type Rule = Pick<
  typeof riskRules.$inferSelect,
  'id' | 'name' | 'subject' | 'metric' | 'windowMinutes' | 'maximum' | 'action'
>
export type Block = Pick<typeof riskBlocks.$inferSelect, 'id' | 'kind' | 'reason' | 'label'>

const policyText = `
  select
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'subject', subject, 'metric', metric,
       'windowMinutes', window_minutes, 'maximum', maximum, 'action', action) order by id), '[]')
     from risk_rules where is_enabled and mode = $1 and (merchant_id is null or merchant_id = $2)) as rules,
    (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'reason', reason, 'label', label)), '[]')
     from risk_blocks where removed_at is null and mode = $1 and (expires_at is null or expires_at > $3)
       and (kind, value) in (select * from unnest($4::text[], $5::text[]))) as blocks`

/** The enabled rules for a payment, and the blocks that it meets: one statement for each charge. */
export async function loadPolicy(context: Context, charge: RiskyCharge): Promise<{ rules: Rule[]; blocks: Block[] }> {
  const values = listBlockable(context, charge)
  const { rows } = await context.tx.$client.query<{ rules: Rule[]; blocks: Block[] }>({
    name: 'risk_policy',
    text: policyText,
    values: [
      context.mode,
      charge.payment.merchantId,
      context.realNow,
      values.map(([kind]) => kind),
      values.map(([, value]) => value),
    ],
  })
  return rows[0]!
}

/** Everything about a payment that may be blocked. */
function listBlockable(context: Context, { payment, ip, cardNumber }: RiskyCharge): [BlockKind, string][] {
  const { customerEmail: email, customerPhone: phone } = payment
  return [
    ['email', email],
    ['email_domain', email.slice(email.lastIndexOf('@') + 1)],
    ...(phone ? [['phone', phone] satisfies [BlockKind, string]] : []),
    ...(ip ? [['address', toNetwork(ip)] satisfies [BlockKind, string]] : []),
    ...(cardNumber ? [['card', cardKey(context, cardNumber)] satisfies [BlockKind, string]] : []),
  ]
}
