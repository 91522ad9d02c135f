import { InstrumentsFrame } from './instruments-frame.tsx'
import { lazyStep } from './lazy-step.tsx'

/** Parts that are loaded on demand, besides the steps of the channels. */
export const ChallengeStep = lazyStep(() => import('./challenge-step.tsx').then((part) => part.ChallengeStep))

/** In live mode only, with a processor that takes no card numbers from us. */
export const CardPageStep = lazyStep(() =>
  import('./channels/card/card-page-step.tsx').then((part) => part.CardPageStep),
)

const planParts = () => import('./plan-parts.tsx')
export const PlanTerms = lazyStep(() => planParts().then((part) => part.PlanTerms))
export const PlanConsent = lazyStep(() => planParts().then((part) => part.PlanConsent))
export const SubscribedStep = lazyStep(() => planParts().then((part) => part.SubscribedStep))
export const CardChanged = lazyStep(() => planParts().then((part) => part.CardChanged))

/** On the page of a link that lets payers choose a quantity. */
export const QuantityField = lazyStep(() => import('./quantity-field.tsx').then((part) => part.QuantityField))

const outcomeSteps = () => import('./outcome-steps.tsx')
export const BankStep = lazyStep(() => outcomeSteps().then((part) => part.BankStep))
export const WaitingStep = lazyStep(() => outcomeSteps().then((part) => part.WaitingStep))
export const FailedStep = lazyStep(() => outcomeSteps().then((part) => part.FailedStep))
export const ExpiredStep = lazyStep(() => outcomeSteps().then((part) => part.ExpiredStep))

const testPanel = () => import('./test-panel.tsx')
/** In test mode only. */
export const TestInstruments = lazyStep(() => testPanel().then((part) => part.TestInstruments), InstrumentsFrame)
export const ChallengeAnswers = lazyStep(() => testPanel().then((part) => part.ChallengeAnswers))
export const TestOutcomes = lazyStep(() => testPanel().then((part) => part.TestOutcomes))

export const checkoutParts = [
  ...[CardPageStep, ChallengeStep, BankStep, WaitingStep, FailedStep, ExpiredStep],
  ...[QuantityField, PlanTerms, PlanConsent, SubscribedStep, CardChanged],
  ...[TestInstruments, ChallengeAnswers, TestOutcomes],
]
