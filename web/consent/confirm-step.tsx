import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { ConsentHeading, ConsentSubmit, StepForm, TextLink } from './parts.tsx'

/** Confirmation of a decline, because it ends the request. */
export const DeclineStep = ({ page }: ConsentProps) => (
  <Question
    step="decline"
    title={`Decline the request of ${page.business.name}?`}
    text={`The request ends and nothing is debited. We tell ${page.business.name}.`}
    action="Decline"
    back="Back to the request"
  />
)

/** Confirmation of a cancellation, because it is final. */
export const CancelStep = ({ page }: ConsentProps) => (
  <Question
    step="cancel"
    title={`Cancel your direct debit for ${page.business.name}?`}
    text={`${page.business.name} can no longer debit your account. A debit that is already at your bank is completed. You can’t undo this.`}
    action="Cancel direct debit"
    back="Keep it"
  />
)

type QuestionProps = { step: 'decline' | 'cancel'; title: string; text: string; action: string; back: string }

const Question = ({ step, title, text, action, back }: QuestionProps) => (
  <div className="flex flex-col gap-5">
    <div>
      <ConsentHeading>{title}</ConsentHeading>
      <p className="mt-1 text-muted wrap-anywhere">{text}</p>
    </div>
    <StepForm step={step}>
      <ConsentSubmit tone="danger">{action}</ConsentSubmit>
    </StepForm>
    <p>
      <TextLink href="?">{back}</TextLink>
    </p>
  </div>
)
