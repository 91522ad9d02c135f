import { useConfig } from '../../client/config.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { AccountForm } from './account-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { DirectorsForm } from './directors-form.tsx'
import { DocumentForm } from './document-form.tsx'
import { BvnForm, TaxIdForm } from './number-forms.tsx'
import { ReviewReason } from './reason.tsx'
import { isOpen, type KycStepItem } from './status-labels.ts'
import { StatusChip } from './step-list.tsx'

/** One item to submit: a form, or, once it is submitted, its content and the reviewer's decision. */
export function KycStep({ item, onDone }: { item: KycStepItem; onDone: () => void }) {
  return (
    <Card title={item.label} action={<StatusChip status={item.kycStatus} />}>
      <p className="mb-5 text-ink-2">{advice[item.code]}</p>
      {item.reason && <ReviewReason reason={item.reason} className="mb-5" />}
      {isOpen(item) ? <Form item={item} onDone={onDone} /> : <Sent item={item} />}
    </Card>
  )
}

function Form({ item, onDone }: { item: KycStepItem; onDone: () => void }) {
  if (item.code === 'BUSINESS_DETAILS') return <DetailsForm onDone={onDone} />
  if (item.code === 'BVN') return <BvnForm onDone={onDone} />
  if (item.code === 'TAX_ID') return <TaxIdForm onDone={onDone} />
  if (item.code === 'DIRECTORS') return <DirectorsForm onDone={onDone} />
  if (item.code === 'SETTLEMENT_ACCOUNT') return <AccountForm onDone={onDone} />
  return <DocumentForm type={item.code} onDone={onDone} />
}

function Sent({ item: { kycStatus, submitted, submittedAt, reviewedAt } }: { item: KycStepItem }) {
  const help = useConfig()?.brand.helpEmail
  const details: (DetailItem | false)[] = [
    submitted !== null && { label: 'Submitted', value: submitted },
    submittedAt !== null && { label: 'Submitted on', value: formatDateTime(submittedAt) },
    reviewedAt !== null && { label: 'Reviewed on', value: formatDateTime(reviewedAt) },
  ]
  return (
    <>
      <DetailList details={details.filter((detail) => detail !== false)} />
      {kycStatus === 'PENDING_REVIEW' && (
        <p className="mt-3 text-muted">
          We are reviewing it and will notify you here and by email. Most reviews take a day.
        </p>
      )}
      {kycStatus === 'REJECTED' && (
        <p className="mt-3 text-muted">
          You can’t submit this again. If you disagree, write to{' '}
          <a href={`mailto:${help}`} className="font-medium text-link hover:underline">
            {help}
          </a>
          .
        </p>
      )}
    </>
  )
}

/** One-sentence instruction for each item type. */
const advice: Record<string, string> = {
  BUSINESS_DETAILS: 'What your business does and where to find it.',
  BVN: 'The Bank Verification Number of the owner or of a director. Dial *565*0# on the phone your bank knows to see it.',
  OWNER_IDENTITY: 'A NIN slip, passport, driver’s licence or voter’s card of the owner or of a director.',
  PROOF_OF_ADDRESS: 'A utility bill, a bank statement or a tenancy agreement, at most three months old.',
  CAC_CERTIFICATE: 'The certificate that the Corporate Affairs Commission gave your business.',
  CAC_STATUS_REPORT: 'The status report of the Corporate Affairs Commission, or the forms you registered with.',
  MEMART: 'The memorandum and articles of association, or the constitution of the association.',
  DIRECTORS: 'Everyone who directs the business, and everyone who owns 5% of it or more.',
  TAX_ID: 'The Tax ID of the business, or its TIN if it is from before 2026.',
  BOARD_RESOLUTION: 'The resolution by which the board opens this account.',
  SCUML_CERTIFICATE: 'The certificate of the Special Control Unit against Money Laundering.',
  OPERATING_LICENCE: 'The licence or the act under which you operate.',
  SETTLEMENT_ACCOUNT: 'The account your settlements are paid to. It must be in the name of the business.',
}
