import { ChargeKobo } from '@adire/contract/fields.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPriceEffect, perInterval } from '@adire/contract/plans.ts'
import type { PlanDetail, PriceEffect } from '@adire/contract/plans-schemas.ts'
import { useCall } from '../../client/api.ts'
import { formatCount } from '../../ui/counted.ts'
import { formatDate } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { PlanForm } from './plan-form.ts'

const pauseMs = 400

/** Choice whether current subscribers also pay the new price, with the number of subscribers and the price difference. */
export function NewPrice({ plan, planForm: { form, field, errorOf } }: { plan: PlanDetail; planForm: PlanForm }) {
  const typed = form.watch('amountKobo')
  const amountKobo = useDebounced(typed, pauseMs)
  const isNew = typed !== plan.amountKobo && ChargeKobo.safeParse(typed).success && plan.subscribers > 0
  const isEnabled = isNew && amountKobo === typed
  const effect = useCall(getPriceEffect, { id: plan.id, amountKobo: amountKobo ?? 0 }, { enabled: isEnabled })
  if (!isNew) return null
  if (effect.error) return <ErrorStrip message={effect.error.message} onRetry={() => effect.refetch()} />
  const known = isEnabled ? effect.data : undefined
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-sunken p-4" aria-busy={!known}>
      <RadioTiles
        {...field('applyTo')}
        label="Who pays the new price?"
        error={errorOf('applyTo')}
        tiles={[
          {
            value: 'new',
            label: 'New subscribers only',
            hint: `Existing subscribers keep paying ${formatNaira(plan.amountKobo)} ${perInterval[plan.interval]}.`,
          },
          {
            value: 'everyone',
            label: 'All subscribers',
            hint: known ? whoPays(known) : <Skeleton className="mt-1 h-4 w-56" />,
          },
        ]}
      />
      {form.watch('applyTo') === 'everyone' && known && known.subscribers > 0 && <Effect effect={known} />}
    </div>
  )
}

function whoPays({ subscribers, renewing, differenceKobo, firstChargeAt }: PriceEffect): string {
  if (subscribers === 0) return 'No existing subscriber will be charged again.'
  if (renewing === 0) return 'No existing subscriber is paying now.'
  const more = differenceKobo > 0 ? 'more' : 'less'
  const first = firstChargeAt ? `, the first on ${formatDate(firstChargeAt)}` : ''
  const who = formatCount(renewing, 'subscriber pays', 'subscribers pay')
  return `${who} ${formatNaira(Math.abs(differenceKobo))} ${more} from the next charge on${first}.`
}

function Effect({ effect }: { effect: PriceEffect }) {
  const { subscribers, renewing, monthlyNowKobo, monthlyThenKobo, unaffected } = effect
  const waiting = subscribers - renewing
  return (
    <div role="status" className="figures flex flex-col gap-1 text-sm text-ink-2">
      {renewing > 0 && (
        <p>
          Together they pay {formatNaira(monthlyNowKobo)} a month now, and {formatNaira(monthlyThenKobo)} at the new
          price.
        </p>
      )}
      {waiting > 0 && (
        <p>
          {formatCount(waiting, 'subscriber in a trial or paused pays', 'subscribers in a trial or paused pay')} the new
          price once charged.
        </p>
      )}
      {unaffected > 0 && (
        <p>Nothing changes for {formatCount(unaffected, 'subscriber', 'subscribers')} who will not be charged again.</p>
      )}
      <p>We email each subscriber who pays the new price.</p>
    </div>
  )
}
