import { endpointsFor } from './endpoint.ts'
import type * as schemas from './saved-views-schemas.ts'

const member = endpointsFor('core', 'member', 'account', 'every member')
export const listSavedViews = member.get<typeof schemas.listSavedViews>('saved-views')
export const saveView = member.create<typeof schemas.saveView>('saved-views', { errors: ['too_many_views'] })
export const renameView = member.post<typeof schemas.renameView>('saved-views/:id', { errors: ['view_not_found'] })
export const deleteView = member.del<typeof schemas.deleteView>('saved-views/:id', { errors: ['view_not_found'] })
