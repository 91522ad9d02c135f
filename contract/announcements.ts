import type * as schemas from './announcements-schemas.ts'
import { endpointsFor } from './endpoint.ts'

/** What is shown above every page of the dashboard, in one call. */
export const getNotices = endpointsFor('core', 'member', 'account', 'every member').get<typeof schemas.getNotices>(
  'notices',
)
