import { approvalMoves } from '@adire/contract/approval-actions.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline } from '../lifecycle/timeline.ts'
import { approvalRequests } from './tables.ts'

export type ApprovalRecord = typeof approvalRequests.$inferSelect

const lifecycle = defineLifecycle(approvalRequests, { name: 'approval', moves: approvalMoves, topic: 'account' })
export const findApproval = lifecycle.find
export const lockApproval = lifecycle.lock
export const updateApproval = lifecycle.update
export const requireApprovalStatus = lifecycle.requireStatus
export const announceApproval = lifecycle.announce

export const approvalTimeline = defineTimeline('approval')
