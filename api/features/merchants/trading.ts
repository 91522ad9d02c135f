import type { LiveStatus } from '@adire/contract/onboarding-schemas.ts'

/** Whether a business may neither take payments nor be paid out. `live` is the status of its go-live request; a test business has none. */
export const isTradingStopped = (live: LiveStatus | null | undefined): boolean =>
  live === 'suspended' || live === 'closed'
