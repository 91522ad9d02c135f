import { getKycStatus } from '@adire/contract/kyc.ts'
import { ClipboardList } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Reminder of what the review still needs from the business; rejected items come first. */
export function ReviewNotice() {
  const { data } = useCall(getKycStatus, {})
  const statuses = Object.values(data ?? {}).map(({ kycStatus }) => kycStatus)
  const again = statuses.filter((one) => one === 'PENDING_MERCHANT_RESUBMISSION' || one === 'EXPIRED').length
  const open = statuses.filter((one) => one === 'PENDING_MERCHANT_SUBMISSION').length
  if (again + open === 0) return null
  return (
    <section
      aria-label="Onboarding"
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg px-4 py-3 ${again > 0 ? 'bg-bad-soft' : 'bg-soft'}`}
    >
      <ClipboardList
        className={`size-5 shrink-0 ${again > 0 ? 'text-bad' : 'text-link'}`}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <p className="min-w-0 flex-1 basis-56 text-ink">
        {again > 0
          ? `${things(again, 'was', 'were')} sent back by the reviewer. See what was said and send it again.`
          : `${things(open, 'is', 'are')} still to be sent before you can take real payments.`}
      </p>
      <LinkButton to="/onboarding" tone="secondary">
        Go to onboarding
      </LinkButton>
    </section>
  )
}

const things = (count: number, one: string, many: string) =>
  count === 1 ? `One thing ${one}` : `${count} things ${many}`
