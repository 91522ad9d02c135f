import type { ReactNode } from 'react'
import { CheckoutIcon } from './icons.tsx'
import { StatusDisc, StepTitle } from './step.tsx'

type SuccessProps = { title: string; note: ReactNode; children: ReactNode }

/** Last step of a payer, when what they asked for is done. */
export const Success = ({ title, note, children }: SuccessProps) => (
  <div className="flex flex-col gap-5">
    <StatusDisc tone="ok">
      <CheckoutIcon name="check" className="size-8" />
    </StatusDisc>
    <div>
      <StepTitle>{title}</StepTitle>
      {note}
    </div>
    {children}
  </div>
)
