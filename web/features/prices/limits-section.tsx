import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getRestrictions } from '@adire/contract/restrictions.ts'
import type { Restrictions } from '@adire/contract/restrictions-schemas.ts'
import { useCall } from '../../client/api.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Limits of the business's payments, and what is stopped at the moment and why. */
export function LimitsSection() {
  const { data, error, refetch } = useCall(getRestrictions, {})
  return (
    <SettingsSection title="Your limits" note="What your customers can pay you. Contact us to change a limit.">
      {error && <ErrorStrip message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-40" />}
      {data && (
        <dl className="card divide-y divide-line self-start">
          {listLimits(data).map(([label, value]) => (
            <div key={label} className="px-5 py-3.5">
              <dt className="text-muted">{label}</dt>
              <dd className="figures mt-0.5 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </SettingsSection>
  )
}

const listLimits = (found: Restrictions): [label: string, value: string][] => [
  ['One payment', describePaymentLimit(found.maxPaymentKobo)],
  ['All payments of a day', found.maxDayKobo === null ? 'No limit' : `At most ${formatNaira(found.maxDayKobo)}`],
  ['Payments', found.paymentsStoppedFor ? `Stopped: ${found.paymentsStoppedFor}` : 'On'],
  ['Payouts', found.payoutsStoppedFor ? `Stopped: ${found.payoutsStoppedFor}` : 'On'],
]

const describePaymentLimit = (kobo: number | null) =>
  `${formatNaira(limits.chargeMinimumKobo)} to ${formatNaira(Math.min(kobo ?? limits.chargeMaximumKobo, limits.chargeMaximumKobo))}`
