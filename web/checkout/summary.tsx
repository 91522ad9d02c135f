import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import type { PlanSheet } from '@adire/contract/plans-schemas.ts'
import { useTexts } from '../languages/use-texts.tsx'

export interface CheckoutTotal {
  quantity: number
  priceKobo: number
  amountKobo: number
}

/** Merchant, item and amount, always visible: a panel on a wide screen, a band on a phone. */
export function CheckoutSummary({
  page,
  total,
  brand,
}: {
  page: CheckoutPage
  total: CheckoutTotal | null
  brand: string
}) {
  const texts = useTexts()
  return (
    <header className="dye-quiet text-white lg:flex lg:justify-end print:hidden">
      <div className="mx-auto flex w-full max-w-[456px] flex-col px-5 py-5 lg:mx-0 lg:max-w-[432px] lg:px-12 lg:py-16">
        <div className="flex items-center gap-3">
          <MerchantLogo page={page} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{page.businessName}</p>
            <h1 className="text-sm text-dye-3 wrap-anywhere">{page.name}</h1>
          </div>
        </div>
        {page.plan ? <PlanPrice plan={page.plan} /> : <SummaryAmount kobo={total?.amountKobo} />}
        {total && total.quantity > 1 && <p className="figures text-dye-3">{describeUnits(total)}</p>}
        {page.description && (
          <p className="mt-2 hidden text-sm whitespace-pre-line wrap-anywhere text-dye-3 [body:has(input[name=email])_&]:block lg:mt-4 lg:block lg:text-base">
            {page.description}
          </p>
        )}
        {total && !page.plan && total.amountKobo > total.priceKobo && (
          <div className="hidden lg:mt-8 lg:block">
            <Lines name={page.name} total={total} />
          </div>
        )}
        <p className="hidden text-sm text-dye-3 lg:mt-auto lg:block lg:pt-16">{texts.poweredBy(brand)}</p>
      </div>
    </header>
  )
}

/** "3 × NGN 2,500.00" */
export const describeUnits = ({ quantity, priceKobo }: CheckoutTotal) =>
  `${quantity} × ${formatNaira(priceKobo / quantity)}`

/** Logo of the merchant, or its initials. Its size is reserved, so that nothing moves when it loads. */
export function MerchantLogo({
  page: { logoUrl, businessName },
}: {
  page: Pick<CheckoutPage, 'logoUrl' | 'businessName'>
}) {
  if (logoUrl)
    return (
      <img
        src={logoUrl}
        alt=""
        width={52}
        height={40}
        className="h-10 w-[52px] shrink-0 rounded-md bg-white object-cover"
      />
    )
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-md bg-chalk font-semibold text-dye"
    >
      {initials(businessName)}
    </span>
  )
}

function SummaryAmount({ kobo }: { kobo: number | undefined }) {
  const { chooseAmount } = useTexts()
  if (kobo === undefined) return <p className="mt-3 text-lg font-semibold lg:mt-10">{chooseAmount}</p>
  return (
    <p className="figures mt-3 text-3xl font-semibold max-[359px]:text-2xl lg:mt-10">
      <span className="text-lg font-normal tracking-normal text-dye-3">NGN</span> {formatNairaNumber(kobo)}
    </p>
  )
}

/** Recurring price of a plan. */
function PlanPrice({ plan: { amountKobo, discountKobo, interval, trialDays } }: { plan: PlanSheet }) {
  const texts = useTexts()
  return (
    <>
      <SummaryAmount kobo={amountKobo - discountKobo} />
      <p className="text-dye-3">
        {texts.per[interval]}
        {trialDays > 0 && `, ${texts.freeFirst(trialDays)}`}
      </p>
    </>
  )
}

/** Price, fee and total; only if a fee is added: else the amount above says everything. */
function Lines({ name, total }: { name: string; total: CheckoutTotal }) {
  const texts = useTexts()
  return (
    <dl className="border-t border-night-line pt-5">
      <Line label={name} kobo={total.priceKobo} />
      <Line label={texts.fee} kobo={total.amountKobo - total.priceKobo} />
      <div className="mt-5 flex justify-between gap-4 border-t border-night-line pt-5 font-semibold">
        <dt>{texts.total}</dt>
        <dd className="figures whitespace-nowrap">{formatNaira(total.amountKobo)}</dd>
      </div>
    </dl>
  )
}

function Line({ label, kobo }: { label: string; kobo: number }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="min-w-0 text-dye-3 wrap-anywhere">{label}</dt>
      <dd className="figures whitespace-nowrap">{formatNaira(kobo)}</dd>
    </div>
  )
}

/** Price, fee and total inside the form, on phones, where the band has no room; only if a fee is added. */
export function FeeLines({ total }: { total: CheckoutTotal | null }) {
  const texts = useTexts()
  if (!total || total.amountKobo === total.priceKobo) return null
  return (
    <dl className="figures rounded-md bg-sunken px-4 py-3 text-sm ring-1 ring-line lg:hidden">
      {[
        [texts.price, total.priceKobo] as const,
        [texts.fee, total.amountKobo - total.priceKobo] as const,
        [texts.total, total.amountKobo] as const,
      ].map(([label, kobo]) => (
        <div
          key={label}
          className="flex flex-wrap justify-between gap-x-4 py-0.5 text-ink-2 last:font-semibold last:text-ink"
        >
          <dt>{label}</dt>
          <dd>{formatNaira(kobo)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Initials of a name: "Tola Atelier" is TA; a name of one word gives one letter. */
const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]!.toLocaleUpperCase('en'))
    .join('')
