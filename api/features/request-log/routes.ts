import * as requestLog from '@adire/contract/request-log.ts'
import { route } from '../../http/route.ts'
import { getLoggedRequestHandler, listLoggedKeysHandler, listLoggedRequestsHandler } from './request-log.ts'

export const requestLogRoutes = [
  route(requestLog.listLoggedRequests, listLoggedRequestsHandler),
  route(requestLog.listLoggedKeys, listLoggedKeysHandler),
  route(requestLog.getLoggedRequest, getLoggedRequestHandler),
]
