import { getMerchant } from '@adire/contract/merchants.ts'
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { DetailsForm } from './details-form.tsx'
import { ReviewSummary } from './review-summary.tsx'
import { SandboxHints } from './sandbox-hints.tsx'
import { isOpen, type KycStepItem, useItems } from './status-labels.ts'
import { KycStep } from './step.tsx'
import { StepList } from './step-list.tsx'

/** Onboarding: the items to submit, step by step, with their review status. The first step must be done before the others. */
export function OnboardingPage() {
  const { items, error, retry } = useItems()
  if (!items)
    return error ? (
      <>
        <PageHeader title="Onboarding" />
        <ErrorStrip message={error.message} onRetry={retry} />
      </>
    ) : (
      <>
        <PageHeader title="Onboarding" />
        <DetailSkeleton rows={8} />
      </>
    )
  const [first] = items
  return first?.kycStatus === 'PENDING_MERCHANT_SUBMISSION' ? <FirstStep /> : <Steps items={items} />
}

function FirstStep() {
  const navigate = useNavigate()
  const merchant = useCall(getMerchant, {})
  return (
    <div className="mx-auto max-w-[560px] py-2 sm:py-6">
      <PageHeader
        title="Tell us about your business"
        note={`These details of ${merchant.data?.businessName ?? 'your business'} open your dashboard in Test Mode.`}
      />
      <div className="mt-7">
        <DetailsForm onDone={() => navigate('/dashboard')} />
      </div>
    </div>
  )
}

function Steps({ items }: { items: readonly KycStepItem[] }) {
  const [search, setSearch] = useSearchParams()
  const { mode } = useSession()
  const chosen = items.find(({ code }) => code === search.get('step'))
  const goOn = () => {
    const next = items.find((item) => isOpen(item) && item.code !== chosen?.code)
    setSearch(next ? { step: next.code } : {})
  }
  return (
    <>
      <PageHeader
        title="Onboarding"
        note={
          mode === 'TEST'
            ? 'What we need before you can take real payments. You can keep testing in the meantime.'
            : 'What you sent us about your business, and its review.'
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-8">
        <div className={chosen ? 'max-lg:hidden' : 'w-full max-w-[640px] max-lg:order-2'}>
          <StepList items={items} chosen={chosen?.code} />
        </div>
        <div className="flex w-full max-w-[640px] flex-col gap-4">
          {chosen && (
            <Link
              to="/onboarding"
              className="-my-2 flex items-center gap-2 self-start py-3 text-muted hover:text-ink lg:hidden [&_svg]:size-4"
            >
              <ArrowLeft strokeWidth={1.75} aria-hidden="true" />
              All steps
            </Link>
          )}
          {chosen ? (
            <KycStep key={`${chosen.code} ${isOpen(chosen)}`} item={chosen} onDone={goOn} />
          ) : (
            <ReviewSummary items={items} />
          )}
          {mode === 'TEST' && <SandboxHints code={chosen?.code} />}
        </div>
      </div>
    </>
  )
}
