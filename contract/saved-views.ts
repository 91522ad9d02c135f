import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, SingleLineText } from './fields.ts'

export const ViewedList = z.enum(['transactions'])

/** Saved filters of a list, per user and business. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** Query string of the list without a question mark: `status=failed&min=500000`. */
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
/** Saved views of the signed-in user, oldest first. */
export const listSavedViews = member.get(
  'saved-views',
  inputSchema({ list: ViewedList }),
  z.object({ content: z.array(SavedView) }),
)
/**
 * Saves a view. `name`: at most 40 characters; `query`: at most 1,000. 409 `too_many_views` when the list has five
 * already; 422 at `name` when it is in use.
 */
export const saveView = member.create(
  'saved-views',
  inputSchema({ list: ViewedList, name: ViewName, query: Query }),
  SavedView,
)
/** Renames a view. 404 `view_not_found`; 422 at `name` when it is in use. */
export const renameView = member.post('saved-views/:id', inputSchema({ id: Id, name: ViewName }), SavedView)
/** Deletes a view. 404 `view_not_found`. */
export const deleteView = member.del('saved-views/:id', inputSchema({ id: Id }), NoContent)
