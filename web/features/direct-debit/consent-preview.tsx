import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { chargeForNet } from '@adire/contract/fees.ts'
import { consentText } from '@adire/contract/mandate-consent.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { ChevronDown } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import type { DraftAccount } from './mandate-fields.tsx'
import { hasEnd, kindOf, type MandateForm } from './mandate-form.ts'

type ConsentPreviewProps = { mandateForm: MandateForm; account: DraftAccount; draft: Mandate | undefined }

/** Preview of the consent text, from the form values known so far. */
export function ConsentPreview(props: ConsentPreviewProps) {
  const text = useConsentText(props)
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 list-none items-center justify-between px-3.5 font-medium [&::-webkit-details-marker]:hidden">
        What your customer will accept
        <ChevronDown
          className="size-4 text-muted transition-transform group-open:rotate-180"
          strokeWidth={1.75}
          aria-hidden="true"
        />
      </summary>
      <div className="flex flex-col gap-2 border-t border-line px-3.5 py-3 text-sm text-ink-2">
        {text ? (
          text.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
        ) : (
          <p>It stands here once the account and the amount are known.</p>
        )}
      </div>
    </details>
  )
}

function useConsentText({ mandateForm: { form, variant }, account, draft }: ConsentPreviewProps): string[] | undefined {
  const business = useCall(getMerchant, {})
  const { amountKobo, maxTotalKobo, feeBearer, frequency, startOn, endOn } = form.watch()
  const { banks, bankId, isUnchanged, nameLookup, accountNumber } = account
  const bankName = banks.data?.content.find(({ id }) => id === bankId)?.name
  const accountName = isUnchanged ? draft?.accountName : nameLookup.found?.accountName
  if (!business.data || !bankName || !accountName || !amountKobo || !startOn) return undefined
  return consentText({
    businessName: business.data.businessName,
    supportEmail: business.data.supportEmail,
    kind: kindOf(variant),
    limitKobo: feeBearer === 'customer' ? chargeForNet('direct_debit', amountKobo).amountKobo : amountKobo,
    maxTotalKobo: maxTotalKobo ?? null,
    frequency: frequency ?? null,
    startOn,
    endOn: hasEnd(variant) && endOn ? endOn : null,
    bankName,
    accountName,
    last4: (isUnchanged ? draft!.accountNumber : accountNumber).slice(-4),
  })
}
