import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { checkoutChannels } from './channels/channels.ts'
import { paymentQuery } from './purchase.ts'
import { StepTitle, TextLink, unlessElsewhere } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { listMethods } from './view.ts'

/** Choice of the payment method, and its form. */
export function PayStep({ checkout }: { checkout: CheckoutController }) {
  const { page, payment, subscription, method, isNewAmount } = checkout
  const texts = useTexts()
  const offered = listMethods(page)
  const { Step } = checkoutChannels[method]
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StepTitle>
          {page.plan ? texts.whichCard : offered.length > 1 ? texts.howToPay : texts.payBy(texts.methods[method])}
        </StepTitle>
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          <span className="wrap-anywhere">{payment?.email}</span>
          {!subscription && !page.isCharge && (
            <TextLink href={paymentQuery(undefined)} onClick={checkout.change}>
              {texts.change}
            </TextLink>
          )}
        </p>
      </div>
      {isNewAmount && payment && (
        <p role="status" className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn wrap-anywhere">
          {texts.pageChanged} {texts.amount}: {formatNaira(payment.amountKobo)}
        </p>
      )}
      {offered.length > 1 && <Methods checkout={checkout} offered={offered} />}
      <Step checkout={checkout} />
    </div>
  )
}

/** Payment methods as links, so that they also work without script. */
function Methods({ checkout, offered }: { checkout: CheckoutController; offered: HostedChannel[] }) {
  const { payment, method, choose } = checkout
  const texts = useTexts()
  return (
    <ul
      aria-label={texts.paymentMethod}
      className="flex flex-wrap gap-0.5 rounded-md bg-neutral-soft p-1 dark:bg-canvas"
    >
      {offered.map((value) => (
        <li key={value} className="flex flex-1">
          <a
            href={paymentQuery(payment?.accessCode, value)}
            aria-current={value === method ? 'true' : undefined}
            onClick={unlessElsewhere(() => choose(value))}
            className="flex h-11 flex-1 items-center justify-center rounded-sm px-1.5 max-[359px]:px-1 max-[359px]:text-sm font-medium whitespace-nowrap text-ink-2 transition-colors aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-e1 dark:aria-[current]:bg-neutral-soft"
          >
            {texts.methods[value]}
          </a>
        </li>
      ))}
    </ul>
  )
}
