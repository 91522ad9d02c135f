import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, SingleLineText } from './fields.ts'

export const ViewedList = z.enum(['transactions'])

export const SavedView = describe(
  'Saved filters of a list, per user and business.',
  z.object({
    id: Id,
    name: z.string(),
    query: describe('Query string of the list without a question mark: `status=failed&min=500000`.', z.string()),
  }),
)
export type SavedView = z.infer<typeof SavedView>

const ViewName = SingleLineText(40)

const Query = z
  .string()
  .check(
    z.maxLength(1000, 'These are more filters than can be saved'),
    z.regex(/^[\w.~%+*=&@-]*$/, 'Use the query of an address'),
  )

export const listSavedViews = {
  description: 'Saved views of the signed-in user, oldest first.',
  input: inputSchema({ list: ViewedList }),
  output: z.object({ content: z.array(SavedView) }),
}

export const saveView = {
  description:
    'Saves a view. `name`: at most 40 characters; `query`: at most 1,000. 409 `too_many_views` when the ' +
    'list has five already; 422 at `name` when it is in use.',
  input: inputSchema({ list: ViewedList, name: ViewName, query: Query }),
  output: SavedView,
}

export const renameView = {
  description: 'Renames a view. 404 `view_not_found`; 422 at `name` when it is in use.',
  input: inputSchema({ id: Id, name: ViewName }),
  output: SavedView,
}

export const deleteView = {
  description: 'Deletes a view. 404 `view_not_found`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}
