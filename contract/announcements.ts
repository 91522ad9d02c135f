import type * as schemas from './announcements-schemas.ts'
import { endpointsFor } from './endpoint.ts'

const { get } = endpointsFor('core', 'user', 'account')
/** What the provider announces to members at the moment. */
export const listAnnouncements = get<typeof schemas.listAnnouncements>('announcements')
