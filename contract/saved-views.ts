import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, SingleLineText } from './fields.ts'

export const ViewedList = z.enum(['transactions'])

/** The filters of a list under a name: a user's own, in one business. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** As it stands in the list's address, without a question mark: `status=failed&min=500000`. */
  query: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

const ViewName = SingleLineText(40)
const Query = z
  .string()
  .check(
    z.maxLength(1000, 'These are more filters than can be saved'),
    z.regex(/^[\w.~%+*=&@-]*$/, 'Use the query of an address'),
  )

const member = endpointsFor('core', 'member')
/** In the order they were saved in. */
export const listSavedViews = member.get(
  'saved-views',
  inputSchema({ list: ViewedList }),
  z.object({ content: z.array(SavedView) }),
)
/** 409 `too_many_views` past `limits.savedViews`; 422 at `name` where it is taken. */
export const saveView = member.create(
  'saved-views',
  inputSchema({ list: ViewedList, name: ViewName, query: Query }),
  SavedView,
)
export const renameView = member.post('saved-views/:id', inputSchema({ id: Id, name: ViewName }), SavedView)
export const deleteView = member.del('saved-views/:id', inputSchema({ id: Id }), NoContent)
