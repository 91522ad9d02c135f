import * as savedViews from '@adire/contract/saved-views.ts'
import { route } from '../../http/route.ts'
import { deleteViewHandler, listSavedViewsHandler, renameViewHandler, saveViewHandler } from './saved-views.ts'

export const savedViewRoutes = [
  route(savedViews.listSavedViews, listSavedViewsHandler),
  route(savedViews.saveView, saveViewHandler),
  route(savedViews.renameView, renameViewHandler),
  route(savedViews.deleteView, deleteViewHandler),
]
