import { dayMs } from '@adire/contract/durations.ts'

const retentionMs = 90 * dayMs

/**
 * The instant 90 days ago: what was over before it is deleted. One period for ended sessions, expired tokens, notifications, sent
 * reports and resolved jobs; the request log and webhooks have their own.
 */
export const retentionStart = (now: Date): Date => new Date(now.getTime() - retentionMs)
