import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema } from './fields.ts'

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

export const listAnnouncements = {
  description: 'Announcements of the provider that are shown at the moment in this mode, newest first, at most 5.',
  input: inputSchema({}),
  output: z.object({ content: z.array(Announcement) }),
}
