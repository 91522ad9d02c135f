import { describePayoutSchedule, getPayoutSchedule, updatePayoutSchedule } from '@adire/contract/payout-schedule.ts'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { useDenialTip } from '../../ui/use-denial-tip.tsx'

const PayoutScheduleModal = lazyComponent(() =>
  import('./payout-schedule-modal.tsx').then((m) => m.PayoutScheduleModal),
)

/** When the business is paid out, with a button to change it. */
export function PayoutScheduleNote() {
  const [isOpen, setOpen] = useState(false)
  const denial = useDenialTip(useDenied(updatePayoutSchedule))
  const { data } = useCall(getPayoutSchedule, {})
  if (!data)
    return (
      <>
        Payments received before midnight are paid to your bank account on a working day.{' '}
        <span className="whitespace-nowrap opacity-0" aria-hidden="true">
          Change schedule
        </span>
      </>
    )
  return (
    <>
      Payments received before midnight are paid to your bank account {describePayoutSchedule(data)}.{' '}
      <button
        type="button"
        className={`relative font-medium text-link pointer-coarse:after:absolute pointer-coarse:after:-inset-y-3 pointer-coarse:after:inset-x-0 ${denial ? 'cursor-not-allowed opacity-55' : 'hover:underline'}`}
        onClick={() => setOpen(true)}
        {...denial?.props}
      >
        Change schedule
      </button>
      {denial?.tip}
      <Suspense fallback={<FullLoader />}>
        {isOpen && <PayoutScheduleModal schedule={data} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
