import { getKycStatus } from '@adire/contract/kyc.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DyeTile } from '../../ui/empty.tsx'
import { countSteps } from './review-notice.tsx'

/** First steps to a payment, shown instead of empty stats. */
export function GetStarted() {
  const links = useCall(listPaymentLinks, { limit: 1 })
  const first = links.data?.content[0]
  const hasLink = first !== undefined
  const { mode } = useSession()
  const secondStep = secondSteps[mode]
  return (
    <section className="card overflow-clip">
      <div className="flex flex-wrap items-center gap-5 p-5 sm:p-6">
        <DyeTile />
        <div className="flex-1 basis-64">
          <h2 className="text-lg font-semibold">Take your first payment</h2>
          <p className="text-muted">Your sales will appear here. No code needed.</p>
        </div>
      </div>
      <ol className="border-t border-line">
        <Task
          number={1}
          title="Create a payment link"
          text="Name what you sell and set a price, or let the payer choose."
          done={hasLink}
        >
          {!hasLink && (
            <AllowedLink needs={createPaymentLink} to="/payment-link?new=1">
              New payment link
            </AllowedLink>
          )}
        </Task>
        <Task number={2} title={secondStep.title} text={secondStep.text(first && `“${first.name}”`)}>
          {first && (
            <a href={first.url} target="_blank" rel="noreferrer" className={buttonClass({ tone: 'primary' })}>
              Preview payment page
            </a>
          )}
        </Task>
        {mode === 'TEST' && <DetailsTask />}
      </ol>
    </section>
  )
}

const secondSteps = {
  TEST: {
    title: 'Make a test payment',
    text: (link = 'your link') => `Open ${link} as a payer would. In Test Mode no money moves.`,
  },
  LIVE: {
    title: 'Share it with a customer',
    text: (link = 'your link') => `Send ${link} by WhatsApp, email or SMS, or print its QR code.`,
  },
}

/** Task to complete the details of the business. It is not part of Live Mode, where they are complete. */
function DetailsTask() {
  const kyc = useCall(getKycStatus, {})
  const { again, open } = countSteps(kyc.data ?? {})
  const done = kyc.data !== undefined && again + open === 0
  return (
    <Task
      number={3}
      title="Complete your business details"
      done={done}
      text={
        <>
          Payers see your name and{' '}
          <Link to="/settings/business-profile" className="text-link underline underline-offset-2">
            support email
          </Link>
          . Documents and a bank account are needed for live payments only.
        </>
      }
    >
      {!done && (
        <AllowedLink needs={'business.manage'} to="/onboarding" tone="secondary">
          Onboarding
        </AllowedLink>
      )}
    </Task>
  )
}

type TaskProps = { number: number; title: string; text: ReactNode; done?: boolean; children?: ReactNode }

function Task({ number, title, text, done, children }: TaskProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line p-5 not-last:border-b sm:px-6">
      <span
        className={`figures flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-medium ${done ? 'bg-ok-soft text-ok' : 'bg-neutral-soft text-neutral'}`}
      >
        {done ? <Check className="size-4" aria-label="Done" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className={`font-medium ${done ? 'text-muted' : ''}`}>{title}</h3>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}
