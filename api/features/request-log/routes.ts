import { getLoggedRequest, listLoggedKeys, listLoggedRequests } from '@adire/contract/request-log.ts'
import { route } from '../../http/route.ts'
import { getLoggedRequestHandler, listLoggedKeysHandler, listLoggedRequestsHandler } from './request-log.ts'

export const requestLogRoutes = [
  route(listLoggedRequests, listLoggedRequestsHandler),
  route(listLoggedKeys, listLoggedKeysHandler),
  route(getLoggedRequest, getLoggedRequestHandler),
]
