import type { PageProps } from '@adire/contract/checkout-page-props.ts'
import { type DiscountedPrice, spanOfCharges } from '@adire/contract/coupons.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { PlanSheet } from '@adire/contract/plans-schemas.ts'
import { type ServerTexts, usePageTexts } from '../languages/server-texts.ts'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type CouponBarProps = Pick<PageProps, 'page'> & { code: NonNullable<PageProps['code']>; email: string }

/**
 * Field for the code of a coupon on the page of a plan; once a code is entered, its effect. Rendered on the server only, as a plain form
 * that reloads the page with the code; the stylesheet places it (`.framed`), so that the page's script knows nothing of it.
 */
export function CouponBar({ page, code, email }: CouponBarProps) {
  return (
    <aside className="coupon border-b border-line bg-sunken px-5 lg:px-16">
      <div className="mx-auto w-full max-w-[416px] py-2 lg:mx-0">
        {page.plan && page.coupon ? (
          <Applied plan={page.plan} code={page.coupon.code} email={email} />
        ) : (
          <CodeForm code={code} email={email} />
        )}
      </div>
    </aside>
  )
}

function CodeForm({ code, email }: Pick<CouponBarProps, 'code' | 'email'>) {
  const texts = usePageTexts()
  const checkout = useTexts()
  return (
    <details open={code.error !== null} className="group">
      <summary className="flex min-h-9 cursor-pointer items-center font-medium text-link underline-offset-2 hover:underline">
        {texts.haveCode}
      </summary>
      <form method="get" className="flex items-start gap-2 pt-1 pb-2">
        {email && <input type="hidden" name="email" value={email} />}
        <Field
          label={<span className="sr-only">{texts.code}</span>}
          error={translateError(checkout, code.error ?? undefined)}
          className="min-w-0 flex-1"
        >
          <Input
            name="code"
            defaultValue={code.typed}
            maxLength={20}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures uppercase"
          />
        </Field>
        <button type="submit" className={`mt-1.5 ${buttonClass({ tone: 'secondary', size: 'md' })}`}>
          {texts.applyCode}
        </button>
      </form>
    </details>
  )
}

function Applied({ plan, code, email }: { plan: PlanSheet; code: string; email: string }) {
  const texts = usePageTexts()
  const { per } = useTexts()
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-ink-2">
      <span className="min-w-0">
        <span className="font-semibold text-ink">{texts.codeApplied(code)}</span> {describeReduced(plan, texts, per)}
      </span>
      <a
        href={email ? `?email=${encodeURIComponent(email)}` : '?'}
        className="inline-flex min-h-9 items-center font-medium text-link underline underline-offset-2"
      >
        {texts.removeCode}
      </a>
    </p>
  )
}

/** The price with its discount, and how long it applies. */
export function describeReduced(
  { amountKobo, discountKobo, discountCharges, chargeLimit, interval }: DiscountedPrice,
  texts: ServerTexts['pages'],
  per: ServerTexts['checkout']['per'],
): string {
  const reduced = `${formatNaira(amountKobo - discountKobo)} ${per[interval]}`
  if (discountCharges === null || (chargeLimit !== null && chargeLimit <= discountCharges)) return reduced
  const full = `${formatNaira(amountKobo)} ${per[interval]}`
  return texts.reducedFor({ reduced, full, charges: discountCharges, span: spanOfCharges(interval, discountCharges) })
}
