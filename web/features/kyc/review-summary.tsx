import { getGoLive } from '@adire/contract/onboarding.ts'
import { useCall } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DyeTile } from '../../ui/empty.tsx'
import { ReviewReason } from './reason.tsx'
import { isOpen, type KycStepItem } from './status-labels.ts'

/** Status of the whole review, the reviewer's remarks on each item, and what to do next. */
export function ReviewSummary({ items }: { items: readonly KycStepItem[] }) {
  const remarked = items.filter((item) => item.reason && item.kycStatus !== 'APPROVED')
  return (
    <>
      <section className="card flex flex-wrap items-center gap-5 p-5 sm:p-6">
        <DyeTile />
        <Headline items={items} />
      </section>
      {remarked.map((item) => (
        <Card key={item.code} title={item.label}>
          <ReviewReason reason={item.reason!} />
          {isOpen(item) && (
            <LinkButton to={`/onboarding?step=${item.code}`} tone="secondary" className="mt-4">
              Fix this
            </LinkButton>
          )}
        </Card>
      ))}
    </>
  )
}

function Headline({ items }: { items: readonly KycStepItem[] }) {
  const { mode } = useSession()
  const open = items.filter(isOpen)
  const approved = items.filter(({ kycStatus }) => kycStatus === 'APPROVED').length
  const isTest = mode === 'TEST'
  const isApproved = approved === items.length
  const live = useCall(getGoLive, {}, { enabled: isTest && isApproved })
  const isRequested = live.data?.status === 'pending_review'
  const { title, text } = isRequested ? requested : headline(open.length, approved, items)
  return (
    <>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {open[0] ? (
        <LinkButton to={`/onboarding?step=${open[0].code}`}>Continue</LinkButton>
      ) : (
        isTest && (
          <LinkButton to="/go-live" tone={isRequested ? 'secondary' : 'primary'}>
            {isRequested ? 'View the request' : 'Go live'}
          </LinkButton>
        )
      )}
    </>
  )
}

const requested = {
  title: 'Everything is approved',
  text: 'You asked to go live. We are reviewing your business and will notify you here and by email.',
}

function headline(open: number, approved: number, items: readonly KycStepItem[]) {
  const progress = `${approved} of ${items.length} approved.`
  if (items.some(({ kycStatus }) => kycStatus === 'REJECTED'))
    return { title: 'A document was rejected', text: `${progress} See the reviewer’s comments below.` }
  if (open > 0)
    return {
      title: open === 1 ? '1 item left to submit' : `${open} items left to submit`,
      text: `${progress} Submit them in any order, at any time.`,
    }
  if (approved < items.length)
    return { title: 'We are reviewing your documents', text: `${progress} We will notify you here and by email.` }
  return { title: 'Everything is approved', text: 'Nothing more is needed from you.' }
}
