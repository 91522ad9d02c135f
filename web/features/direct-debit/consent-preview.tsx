import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { amountForNet } from '@adire/contract/fees.ts'
import { consentText } from '@adire/contract/mandate-consent.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useCall } from '../../client/api.ts'
import { usePrices } from '../../domain/prices.ts'
import type { DraftAccount } from './mandate-fields.tsx'
import { hasEnd, kindOf, type MandateForm, tomorrow } from './mandate-form.ts'

type ConsentPreviewProps = { mandateForm: MandateForm; account: DraftAccount; draft: Mandate | undefined }

/** The consent text as the customer will read it. What is not known yet is in brackets. */
export function ConsentPreview(props: ConsentPreviewProps) {
  return (
    <section aria-labelledby="consent-preview" className="card lg:sticky lg:top-20">
      <h2 id="consent-preview" className="border-b border-line px-5 py-3.5 font-semibold">
        What your customer will accept
      </h2>
      <div className="flex flex-col gap-3 px-5 py-4 text-ink-2">
        {useConsentText(props).map((paragraph) => (
          <p key={paragraph} className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </div>
      <p className="border-t border-line bg-sunken px-5 py-3 text-sm text-muted">
        They confirm it with a code that we email, and send NGN 50 from the account to prove that it is theirs.
      </p>
    </section>
  )
}

function useConsentText({ mandateForm: { form, variant }, account, draft }: ConsentPreviewProps): string[] {
  const business = useCall(getMerchant, {})
  const { amountKobo, maxTotalKobo, feeBearer, frequency, startOn, endOn } = form.watch()
  const { banks, bankId, isUnchanged, nameLookup, accountNumber } = account
  const accountName = isUnchanged ? draft?.accountName : nameLookup.found?.accountName
  const price = usePrices()?.direct_debit
  // Unknown until the price is loaded.
  const totalKobo = amountKobo && price && amountForNet([price], amountKobo)
  const limitKobo = feeBearer === 'customer' ? totalKobo : amountKobo
  const text = consentText({
    businessName: business.data?.businessName ?? '[your business]',
    supportEmail: business.data?.supportEmail ?? null,
    kind: kindOf(variant),
    limitKobo: limitKobo ?? 0,
    maxTotalKobo: maxTotalKobo ?? null,
    frequency: frequency ?? null,
    startOn: startOn || tomorrow(),
    endOn: hasEnd(variant) && endOn ? endOn : null,
    bankName: banks.data?.content.find(({ id }) => id === bankId)?.name ?? '[bank]',
    accountName: accountName ?? '[account name]',
    isForSubscription: false,
    last4: (isUnchanged ? draft!.accountNumber : accountNumber).slice(-4) || '[number]',
  })
  return limitKobo ? text : text.map((paragraph) => paragraph.replace(formatNaira(0), '[amount]'))
}
