import { breakItem, type SpecificationMutant } from './mutant.ts'

const plansFallbacks = [
  'plans-page',
  'plan-page',
  'create-plan-modal',
  'edit-plan-modal',
  'delete-plan-modal',
  'plan-actions',
]
const otherFallbacks = [
  'web/features/payments/transactions-page.tsx',
  'web/features/payments/transaction-page.tsx',
  'web/features/settlements/settlement-page.tsx',
  'web/features/subscriptions/subscriptions-page.tsx',
  'web/features/subscriptions/cancel-modal.tsx',
]

/** Messages of errors without an answer. */
export const errorMutants: readonly SpecificationMutant[] = [
  ...plansFallbacks.map((name) =>
    breakItem(
      'S8-02',
      `${name}: the message of payments`,
      `web/features/plans/${name}.tsx`,
      'fallback: messages.plansFailed',
      'fallback: messages.wentWrong',
    ),
  ),
  breakItem(
    'S8-02',
    'the message of all other services: another text',
    'web/client/send.ts',
    'fallback: string = messages.tryAgainLater',
    "fallback: string = 'It failed'",
  ),
  breakItem(
    'S8-02',
    'registration: the message of other services',
    'web/features/onboarding/register-page.tsx',
    'fallback: messages.network',
    'fallback: messages.tryAgainLater',
  ),
  breakItem(
    'S8-01',
    'sign-in without an answer: another text',
    'web/features/auth/sign-in-page.tsx',
    'submitError.message || messages.network',
    "submitError.message || 'No network'",
  ),
]

/** Lists of payments, settlements and subscriptions that say the general message. */
export const otherErrorMutants: readonly SpecificationMutant[] = otherFallbacks.map((file) =>
  breakItem(
    'S8-02',
    `${file}: the message of other services`,
    file,
    'fallback: messages.wentWrong',
    'fallback: messages.tryAgainLater',
  ),
)

/** What follows an action. */
export const actionMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S2.7-02',
    'after a link is deleted, the overview opens',
    'web/features/payment-links/delete-link-modal.tsx',
    "navigate('/payment-link', { replace: true })",
    "navigate('/dashboard', { replace: true })",
  ),
  breakItem(
    'S2.7-03',
    'after a link is created, the list opens',
    'web/features/payment-links/single-charge-modal.tsx',
    'navigate(`/payment-link/${id}`,',
    "navigate(id && '/payment-link',",
  ),
  breakItem(
    'S4-04',
    'without a live business, the mode switches',
    'web/client/use-mode.ts',
    "if (other === 'LIVE' && content.length === 0) return false\n",
    '',
  ),
  breakItem(
    'S4-07',
    'a published link says Unpublished',
    'web/features/payment-links/publish-switch.tsx',
    'published ? messages.published : messages.unpublished',
    'messages.unpublished',
  ),
  breakItem(
    'S4-07',
    'an unpublished link says Published',
    'web/features/payment-links/publish-switch.tsx',
    'published ? messages.published : messages.unpublished',
    'messages.published',
  ),
  breakItem(
    'S4-08',
    'a free name is called Free',
    'web/features/payment-links/availability-hint.tsx',
    'available: messages.available',
    "available: 'Free'",
  ),
  breakItem(
    'S4-08',
    'a taken name is called Taken',
    'web/features/payment-links/availability-hint.tsx',
    'taken: messages.notAvailable',
    "taken: 'Taken'",
  ),
]

/** The footer of the public site. */
export const siteMutants: readonly SpecificationMutant[] = [
  breakItem('S2.2-05', 'footer: another headline', 'web/site/footer.tsx', '{messages.footerHeadline}', 'Get started'),
  breakItem(
    'S2.2-05',
    'footer: another invitation',
    'web/site/footer.tsx',
    '{messages.footerInvitation}',
    'Create an account',
  ),
  breakItem(
    'S2.2-05',
    'footer: another placeholder',
    'web/site/footer.tsx',
    'placeholder={messages.footerEmailPlaceholder}',
    'placeholder="Email"',
  ),
  breakItem('S2.2-05', 'footer: another button', 'web/site/footer.tsx', '{messages.footerCreateAccount}', 'Register'),
  breakItem(
    'S2.2-05',
    'footer: another heading of the networks',
    'web/site/footer.tsx',
    '{messages.footerTouch}',
    'Follow us',
  ),
  breakItem('S2.2-05', 'footer: the email is of type text', 'web/site/footer.tsx', 'type="email"\n', 'type="text"\n'),
  breakItem('S2.2-06', 'copyright from 2020', 'web/site/footer.tsx', '{limits.copyrightFrom}&ndash;', '2020&ndash;'),
  breakItem(
    'S2.2-07',
    'the page scrolls up at once',
    'web/site/footer.tsx',
    'data-to-top={limits.footerScrollDelayMs}',
    'data-to-top={0}',
  ),
]
