import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { useMandateTexts } from '../languages/server-texts.ts'
import { ConsentHeading, ConsentSubmit, StepForm, TextLink } from './parts.tsx'

/** Confirmation of a decline, because it ends the request. */
export function DeclineStep({ page: { business } }: ConsentProps) {
  const texts = useMandateTexts()
  return (
    <Question
      step="decline"
      title={texts.declineQuestion(business.name)}
      text={texts.declineText(business.name)}
      action={texts.decline}
      back={texts.backToRequest}
    />
  )
}

/** Confirmation of a cancellation, because it is final. */
export function CancelStep({ page: { business } }: ConsentProps) {
  const texts = useMandateTexts()
  return (
    <Question
      step="cancel"
      title={texts.cancelQuestion(business.name)}
      text={texts.cancelText(business.name)}
      action={texts.cancel}
      back={texts.keepIt}
    />
  )
}

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
