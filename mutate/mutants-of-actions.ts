import { breakItem, type SpecificationMutant } from './mutant.ts'

const fallbacks: [name: string, find: string, replace: string][] = [
  [
    'payments and settlements: the message of other services',
    "if (server !== 'core') return messages.wentWrong",
    "if (server !== 'core') return messages.tryAgainLater",
  ],
  [
    'subscriptions: the message of other services',
    "if (area === 'subscribe') return messages.wentWrong",
    "if (area === 'subscribe') return messages.tryAgainLater",
  ],
  ['plans: the message of payments', 'return messages.plansFailed', 'return messages.wentWrong'],
  ['registration: the message of other services', '? messages.network', '? messages.tryAgainLater'],
  ['other services: the message of registration', ': messages.tryAgainLater', ': messages.network'],
]

/** Messages of errors without an answer. */
export const errorMutants: readonly SpecificationMutant[] = [
  ...fallbacks.map(([name, find, replace]) => breakItem('S8-02', name, 'web/client/fallback.ts', find, replace)),
  breakItem(
    'S8-02',
    'a call shows another text than that of its kind',
    'web/client/send.ts',
    'error.message ||= fallbackMessage(endpoint)',
    "error.message ||= 'It failed'",
  ),
  breakItem(
    'S8-01',
    'sign-in without an answer: another text',
    'web/features/auth/sign-in-page.tsx',
    'submitError.message || messages.network',
    "submitError.message || 'No network'",
  ),
]

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
    "availability === 'taken' ? messages.notAvailable",
    "availability === 'taken' ? 'Taken'",
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
