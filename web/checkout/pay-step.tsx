import { Segmented } from '../ui/segmented.tsx'
import { CardStep } from './card-step.tsx'
import { StepTitle, TextButton } from './step.tsx'
import { TransferStep } from './transfer-step.tsx'
import type { Checkout } from './use-checkout.ts'
import { methodsOf } from './view.ts'

const labels = { card: 'Card', bank_transfer: 'Transfer' }

/** The channel and its form. */
export function PayStep({ checkout }: { checkout: Checkout }) {
  const { page, payment, method } = checkout
  const methods = methodsOf(page)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StepTitle>
          {methods.length > 1 ? 'How would you like to pay?' : `Pay by ${labels[method].toLowerCase()}`}
        </StepTitle>
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          <span className="wrap-anywhere">{payment?.email}</span>
          <TextButton onClick={checkout.change}>Change</TextButton>
        </p>
      </div>
      {methods.length > 1 && (
        <div className="[&_label]:h-11">
          <Segmented
            label="Payment method"
            size="md"
            options={methods.map((value) => ({ value, label: labels[value] }))}
            value={method}
            onChange={checkout.choose}
          />
        </div>
      )}
      {method === 'card' ? <CardStep checkout={checkout} /> : <TransferStep checkout={checkout} />}
    </div>
  )
}
