import { groupDigits } from '../group-digits.ts'
import { formatNaira } from '../money.ts'
import { ruleMetrics, ruleSubjects } from './risk.ts'
import type { RiskRule } from './risk-schemas.ts'

const windowText = (minutes: number) =>
  minutes % 1440 === 0
    ? `${minutes / 1440} ${minutes === 1440 ? 'day' : 'days'}`
    : minutes % 60 === 0
      ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
      : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/** "At most 5 payment attempts of one payer (email) in 1 hour" */
export function describeRule({
  metric,
  maximum,
  subject,
  windowMinutes,
}: Pick<RiskRule, 'metric' | 'maximum' | 'subject' | 'windowMinutes'>): string {
  const limit =
    metric === 'amount' ? formatNaira(maximum) : `${groupDigits(maximum)} ${ruleMetrics[metric].toLowerCase()}`
  return `At most ${limit} of one ${ruleSubjects[subject].toLowerCase()} in ${windowText(windowMinutes)}`
}
