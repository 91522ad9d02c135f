import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useMandateTexts } from '../languages/server-texts.ts'
import { formatDay } from '../ui/date.ts'
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

/** Confirmation of a skipped debit. */
export function SkipStep({ page: { business }, skipping }: ConsentProps) {
  const texts = useMandateTexts()
  if (!skipping) return null
  return (
    <Question
      step="skip"
      values={{ debit: skipping.id }}
      title={texts.skipQuestion(formatNaira(skipping.amountKobo), formatDay(skipping.day))}
      text={texts.skipText(business.name)}
      action={texts.skip}
      back={texts.keepIt}
    />
  )
}

type QuestionProps = {
  step: 'decline' | 'cancel' | 'skip'
  values?: Readonly<Record<string, string>>
  title: string
  text: string
  action: string
  back: string
}

const Question = ({ step, values, title, text, action, back }: QuestionProps) => (
  <div className="flex flex-col gap-5">
    <div>
      <ConsentHeading>{title}</ConsentHeading>
      <p className="mt-1 text-muted wrap-anywhere">{text}</p>
    </div>
    <StepForm step={step} {...(values && { values })}>
      <ConsentSubmit tone="danger">{action}</ConsentSubmit>
    </StepForm>
    <p>
      <TextLink href="?">{back}</TextLink>
    </p>
  </div>
)
