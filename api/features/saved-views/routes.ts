import { deleteView, listSavedViews, renameView, saveView } from '@adire/contract/saved-views.ts'
import { route } from '../../http/route.ts'
import { deleteViewHandler, listSavedViewsHandler, renameViewHandler, saveViewHandler } from './saved-views.ts'

export const savedViewRoutes = [
  route(listSavedViews, listSavedViewsHandler),
  route(saveView, saveViewHandler),
  route(renameView, renameViewHandler),
  route(deleteView, deleteViewHandler),
]
