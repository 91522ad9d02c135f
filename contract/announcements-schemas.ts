import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema } from './fields.ts'
import { Restrictions } from './restrictions-schemas.ts'

export const AnnouncementLevel = z.enum(['info', 'warning'])
export type AnnouncementLevel = z.infer<typeof AnnouncementLevel>

export const Announcement = describe(
  'An announcement of the provider, such as planned maintenance.',
  z.object({
    id: Id,
    level: describe('`warning` for something that affects payments or payouts.', AnnouncementLevel),
    title: z.string(),
    text: z.string(),
  }),
)
export type Announcement = z.infer<typeof Announcement>

export const getNotices = {
  description:
    'Notices above every page of the dashboard: what the provider announces in this mode, newest first, at most 5, and why payments ' +
    'or payouts of the business are stopped.',
  input: inputSchema({}),
  output: z.object({
    announcements: z.array(Announcement),
    paymentsStoppedFor: Restrictions.shape.paymentsStoppedFor,
    payoutsStoppedFor: Restrictions.shape.payoutsStoppedFor,
  }),
}
