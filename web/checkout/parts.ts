import { InstrumentsFrame } from './instruments-frame.tsx'
import { later } from './later.tsx'

/** What is fetched when a payer comes to it. */
export const UssdStep = later(() => import('./ussd-step.tsx').then((part) => part.UssdStep))
export const QrStep = later(() => import('./qr-step.tsx').then((part) => part.QrStep))
export const TransferStep = later(() => import('./transfer-step.tsx').then((part) => part.TransferStep))
export const AccountStep = later(() => import('./account-step.tsx').then((part) => part.AccountStep))

export const QuestionStep = later(() => import('./question-step.tsx').then((part) => part.QuestionStep))

const planParts = () => import('./plan-parts.tsx')
export const PlanTerms = later(() => planParts().then((part) => part.PlanTerms))
export const PlanConsent = later(() => planParts().then((part) => part.PlanConsent))
export const Subscribed = later(() => planParts().then((part) => part.Subscribed))
export const CardChanged = later(() => planParts().then((part) => part.CardChanged))

const outcomeSteps = () => import('./outcome-steps.tsx')
export const BankStep = later(() => outcomeSteps().then((part) => part.BankStep))
export const WaitingStep = later(() => outcomeSteps().then((part) => part.WaitingStep))
export const FailedStep = later(() => outcomeSteps().then((part) => part.FailedStep))
export const ExpiredStep = later(() => outcomeSteps().then((part) => part.ExpiredStep))

const testPanel = () => import('./test-panel.tsx')
/** In test mode only. */
export const Instruments = later(() => testPanel().then((part) => part.Instruments), InstrumentsFrame)
export const Answers = later(() => testPanel().then((part) => part.Answers))
export const Outcomes = later(() => testPanel().then((part) => part.Outcomes))

export const parts = [
  ...[TransferStep, UssdStep, QrStep, AccountStep, QuestionStep, BankStep, WaitingStep, FailedStep, ExpiredStep],
  ...[PlanTerms, PlanConsent, Subscribed, CardChanged],
  ...[Instruments, Answers, Outcomes],
]
