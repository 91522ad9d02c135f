import { getKycStatus } from '@adire/contract/kyc.ts'
import type { KycStatuses } from '@adire/contract/kyc-schemas.ts'
import { ClipboardList } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'

/** Steps that wait for the business: to be corrected, and to be submitted for the first time. */
export function countSteps(kyc: KycStatuses): { again: number; open: number } {
  const statuses = Object.values(kyc).map(({ kycStatus }) => kycStatus)
  return {
    again: statuses.filter((one) => one === 'PENDING_MERCHANT_RESUBMISSION' || one === 'EXPIRED').length,
    open: statuses.filter((one) => one === 'PENDING_MERCHANT_SUBMISSION').length,
  }
}

/** Reminder of what the review still needs from the business; rejected items come first. */
export function ReviewNotice() {
  const { data = {} } = useCall(getKycStatus, {})
  const { again, open } = countSteps(data)
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
          ? `${count(again, 'document needs', 'documents need')} correction. See the reviewer\u2019s comments and resubmit.`
          : `Complete ${count(open, 'step', 'steps')} to accept live payments.`}
      </p>
      <AllowedLink needs={'business.manage'} to="/onboarding" tone="secondary">
        Go to onboarding
      </AllowedLink>
    </section>
  )
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
